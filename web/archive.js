/* Archives of files, as the engine's file system takes them: tar, which needs no other unpacking than to be cut, inside gzip. */
// @ts-check

const BLOCK = 512;

/** The bytes of a tar archive inside gzip; some servers have unpacked it already. @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function unzipped(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const plain = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** The files of a tar archive (ustar), with their names. @param {Uint8Array} tar @returns {Generator<[string, Uint8Array]>} */
export function* files(tar) {
  const decoder = new TextDecoder();
  const field = (/** @type {number} */ at, /** @type {number} */ length) => {
    const part = tar.subarray(at, at + length), end = part.indexOf(0);
    return decoder.decode(end < 0 ? part : part.subarray(0, end));
  };
  for (let at = 0; at + BLOCK <= tar.length && tar[at];) {
    const size = parseInt(field(at + 124, 12), 8), folder = field(at + 345, 155), name = field(at, 100);
    yield [folder ? `${folder}/${name}` : name, tar.subarray(at + BLOCK, at + BLOCK + size)];
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Puts the files of an archive below a folder, without copying them. @param {any} FS @param {Uint8Array} tar @param {string} below */
export function put(FS, tar, below) {
  const made = new Set();
  for (const [name, bytes] of files(tar)) {
    const path = `${below}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) { FS.mkdirTree(folder); made.add(folder); }
    FS.writeFile(path, bytes, { canOwn: true });
  }
}
