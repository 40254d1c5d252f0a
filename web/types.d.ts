/** The shapes of what a host answers: those of arbitre/api/messages/schema.json. */
export type Box = [number, number, number, number];
export type Piece = { id: string; cell: number; svg: string; name: string; side: number; about?: string[]; carried_by?: string; hidden?: boolean; sign?: boolean; count?: number };
export type Board = { name: string; title: string; layout: string; pieces: Piece[] };
export type Scene = { turn: number; over: boolean; ending?: string; boards: Board[]; sides: { id: string; title: string; colour: string }[]; counts: { of: string; said: string }[] };
export type Cell = { id: number; name: string; floor: number; at: [number, number]; corners: [number, number][]; ground?: string; zones?: string[] };
export type Floor = { id: number; title: string; box: Box };
export type Layout = { box: Box; svg: string; stacked: boolean; shape: string; floors: Floor[]; cells: Cell[]; links: { from: number; to: number; kind: string }[]; legend: { box: Box; svg: string } };
export type Meaning = { key: string; title: string; amount?: number; done?: boolean; board?: string; cell?: number; place?: string; piece?: string; several?: boolean };
export type Option = Meaning & { n: number; label?: string; text?: string; actors?: Meaning[]; beside?: string; chance?: string };
export type Question = { id: string; seat: string; who: string; says: string; asks: string; decision: string; secret: boolean; acts: boolean; about: string[]; default?: number; options: Option[] };
export type Sentence = { text: string; kind: string; depth: number; events: string[]; number?: string; clauses?: string[]; moves?: { piece: string; board: string; to: number }[] };
export type Turn = { turn: number; heading: string; sentences: Sentence[] };
export type Target = Meaning & { decision: string; beside?: string; chance?: string };
export type Action = { action: string; title: string; answers: [string, string][]; whole: boolean; asks?: string; targets: Target[] };
export type Sheet = { open?: boolean; sent?: boolean; orders?: { title: string; said: Meaning[] }[] };
export type Next = { seat?: string; title?: string; hide?: boolean };
export type View = { version: 2; viewer: string; title: string; scene: Scene; layouts: Record<string, Layout>; story: { from: number; turns: Turn[] }; questions: Question[]; waiting: { seat: string; title: string; plays: string }[]; sheet: Sheet; undo: boolean; next: Next; bots: boolean; done?: boolean; said?: { lines: string[]; asks?: string; quits?: boolean } };
/** The board of a game before its first move. */
export type Start = Pick<View, "title" | "scene" | "layouts">;
export type Match = { table: string; game: string; seats: { name: string; title: string; plays: string }[]; options: Record<string, unknown>; since?: string };
export type Throw = { event: string; title: string; faces: number[]; sizes: number[]; total: number; with_added?: number; result_word?: string; added?: { amount: number; title: string }[]; chances?: Record<string, string> };
export type Account = { event: string | null; text: string; clauses: { name: string; text: string; ruling?: string }[]; throws: Throw[]; because: Account[] };
export type Why = { account: Account; lines: string[] };
export type Game = { name: string; title: string; text: string; sides: { name: string; title: string }[]; extensions: { file: string; title: string }[]; options: { name: string; title: string; default: string; low?: number; high?: number; step?: number; choices?: { value: string; title: string }[] }[] };
/** What a board marks of a cell: `offer` it answers, `target` of the piece that is chosen, `actor` may act, `chosen` is chosen. */
export type Mark = { kind: "offer" | "target" | "actor" | "chosen"; chance?: string; said?: string };
export type Arrow = { from: number; to: number; kind: "moved" | "ordered" };
/** What carries messages to a host. */
export type Carrier = { send(message: Record<string, unknown>): Promise<any>; close?(): void };
