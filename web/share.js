/* Matches and variants as links and files. A link holds what it shares itself: nothing is sent anywhere. */
// @ts-check

const LONGEST = 200_000; // signs of a link that is still opened
const LARGEST = 20_000_000; // bytes it may hold once it is unfolded

/** @param {string} text */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let out = "";
  for (let n = 0; n < bytes.length; n += 0x8000) out += String.fromCharCode(...bytes.subarray(n, n + 0x8000));
  return btoa(out).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a link holds; null where it is damaged or too large. @param {string} code @returns {Promise<string | null>} */
export async function unpacked(code) {
  if (!code || code.length > LONGEST || !/^[\w-]+$/.test(code)) return null;
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > LARGEST) return null;
      parts.push(value);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    return null;
  }
}

/** Offers a file to be kept. @param {string} name @param {BlobPart} content @param {string} [type] */
export function download(name, content, type = "application/json") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Asks for a file. @param {string} accept @returns {Promise<File | null>} */
export function upload(accept) {
  return new Promise(done => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.addEventListener("change", () => done(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => done(null));
    input.click();
  });
}
