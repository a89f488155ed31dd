// Types of the pages. What the server answers is taken from its OpenAPI document by address, so
// that no name of a schema is repeated here: types/openapi.d.ts is made by tools/types.mjs.
import type { Signal } from '@preact/signals';
import type {
  Bodies,
  Gets as ServerGets,
  Posts as ServerPosts,
  Refusal as ApiRefusal,
} from '../types/openapi';

/** A value as pages hand it about: lib/shape.js makes it of three plain fields. */
type Worth = { number: number; text: string; win: number };

type IsValue<T, K> = K extends string
  ? `${K}_text` | `${K}_win` extends keyof T
    ? true
    : false
  : false;
type IsPart<T, K> = K extends `${infer Of}_text`
  ? IsValue<T, Of>
  : K extends `${infer Of}_win`
    ? IsValue<T, Of>
    : false;

/** An answer as lib/shape.js gives it to the pages. */
type Shaped<T> = T extends (infer One)[]
  ? Shaped<One>[]
  : T extends object
    ? ShapedObject<T> & Wire<T> & Extra<T>
    : T;
type ShapedObject<T> = {
  [K in keyof T as IsPart<T, K> extends true ? never : K]: IsValue<T, K> extends true
    ? Worth | null
    : Shaped<T[K]>;
};
type Wire<T> = T extends { uci: infer Uci } ? { wire: Uci } : unknown;
/** Lists that pages read by key or as pairs. */
type Extra<T> = T extends { moves: (infer Row)[]; rest: unknown }
  ? { order: string[]; rows: Record<string, Shaped<Row>> }
  : unknown;

type ShapedAll<Table> = { [K in keyof Table]: Shaped<Table[K]> };
type Gets = ShapedAll<ServerGets>;
type Posts = ShapedAll<ServerPosts>;

type WithoutQuery<P extends string> = P extends `${infer Path}?${string}` ? Path : P;
type Segments<P extends string> = P extends `${infer A}/${infer B}` ? [A, ...Segments<B>] : [P];
type Slots<S> = { [I in keyof S]: S[I] extends `{${string}}` ? string | number : S[I] };

/** The key of a table of addresses that an address fits. */
type KeyOf<Table, P extends string> = {
  [K in keyof Table & string]: Segments<WithoutQuery<P>> extends Slots<Segments<K>> ? K : never;
}[keyof Table & string];

type Found<Table, P extends string> = string extends P ? any : Table[KeyOf<Table, P>];

type Joined<Parts extends (string | number)[]> = Parts extends [
  infer First extends string | number,
  ...infer Others extends (string | number)[],
]
  ? `/${First}${Joined<Others>}`
  : '';

/** What begins as null or as an empty list tells nothing of what it will hold. */
type Widened<T> = [T] extends [null | undefined | never[]]
  ? any
  : T extends boolean
    ? boolean
    : T extends number
      ? number
      : T extends string
        ? string
        : T;

declare global {
  type UseState = <T = undefined>(
    first?: T | (() => T),
  ) => [Widened<T>, (next: Widened<T> | ((now: Widened<T>) => Widened<T>)) => void];
  type UseRef = <T = undefined>(first?: T) => { current: Widened<T> };
  type MakeSignal = <T>(first: T) => Signal<Widened<T>>;

  /** What an address answers. */
  type GetAnswer<P extends string> = Found<Gets, P>;
  type PostAnswer<P extends string> = Found<Posts, P>;
  type PostBody<P extends string> = Found<Bodies, P>;
  /** The address of a part of a project. */
  type ProjectAddress<Parts extends (string | number)[]> = `/api/p/${string}${Joined<Parts>}`;

  type Listed<T> = T extends (infer One)[] ? One : never;

  type Project = Gets['/api/p/{id}'];
  type Card = Listed<Gets['/api/projects']['projects']>;
  type NodeView = Gets['/api/p/{id}/node/{n}'];
  type Value = NonNullable<NodeView['value']>;
  type Board = NodeView['board'];
  type GridBoard = Extract<Board, { kind: 'grid' }>;
  type LegalMove = Listed<NodeView['legal']>;
  type Squares = LegalMove['squares'];
  type Ply = Listed<NodeView['line']>;
  type Crumb = Listed<NodeView['path']>;
  type Moves = Gets['/api/p/{id}/node/{n}/moves'];
  type MoveRow = Moves['rows'][string];
  type Rest = NonNullable<Moves['rest']>;
  type Outline = Gets['/api/p/{id}/outline'];
  type OutlineRow = Listed<Outline['rows']>;
  type ValueHistory = Gets['/api/p/{id}/history'];
  type HistoryPoint = Listed<ValueHistory['points']>;
  type Live = Gets['/api/p/{id}/live'];
  type MapAnswer = Gets['/api/p/{id}/map'];
  type ChangesAnswer = Gets['/api/p/{id}/changes'];
  type ChangeRow = Listed<ChangesAnswer['rows']>;
  type CauseRow = Listed<ChangesAnswer['causes']>;
  type WatchRow = Listed<ChangesAnswer['watches']>;
  type Queue = Gets['/api/p/{id}/queue'];
  type QuestionRow = Listed<Queue['open']>;
  type ParkedRow = Listed<Queue['parked']>;
  type BoostRow = Listed<Queue['boosts']>;
  type Stats = Gets['/api/p/{id}/stats'];
  type Action = Bodies['/api/p/{id}/node/{n}/actions'];
  type EngineCard = Listed<Gets['/api/engines']['engines']>;
  type Shelved = Bodies['/api/shelved'];
  type EngineOption = Listed<EngineCard['options']>;
  type WorkerRow = Listed<Gets['/api/workers']['rows']>;
  type HelpTerm = Listed<Gets['/api/help']['terms']>;
  type ProjectList = Gets['/api/projects'];
  type Engines = Gets['/api/engines'];
  type Workers = Gets['/api/workers'];
  type Runs = Gets['/api/runs'];
  type RunCard = Listed<Gets['/api/runs']['runs']>;
  type LabRun = Gets['/api/runs/{run}'];
  type LabGame = Listed<Gets['/api/runs/{run}/games']['games']>;
  type LabReplay = Gets['/api/runs/{run}/games/{number}'];
  type NewRun = Bodies['/api/runs'];
  type SettingsAsk = Bodies['/api/p/{id}/settings'];
  type SettingsForm = Record<Exclude<keyof SettingsAsk, 'reproducible'>, any>;
  type Sweep = NonNullable<RunCard['sweep']>;
  type LabMatch = LabRun & { figures: Figures };
  type LabTest = LabMatch & { test: Sprt };
  type LabSweep = LabRun & { sweep: Sweep };
  type Series = Gets['/api/runs/{run}/series'];
  type Figures = NonNullable<RunCard['figures']>;
  type Effort = Figures['spent_a'];
  type SweepRow = Listed<LabRun['rows']>;
  type Sprt = NonNullable<RunCard['test']>;

  /** Who moves, as the interface says it: 'first' or 'second'. */
  type Turn = string;

  /** Why something was refused. */
  type Refusal = ApiRefusal & { status?: number };

  /** An answer that is kept fresh. */
  type Answer<T> = { data: T | null; error: Refusal | null; stale: boolean; at: number };
  type Topic<T = any> = {
    path: string;
    holders: number;
    version: number | null;
    /** As the server wrote it: patches are of this. */
    raw?: any;
    /** How many readers want it in the background too. */
    news?: number;
    state: Signal<Answer<T>>;
  };

  /** Where the browser is. */
  type Route = {
    page: string;
    path: string;
    query: Record<string, string>;
    hash: string;
    term?: string;
    project: string;
    node?: string;
    run?: string;
    example?: string;
    exercise?: string;
    game?: string;
  };

  /** What the page Analyse looks at. */
  type Study = {
    id: string;
    wanted: string | number;
    error: Refusal | null;
    project: Project | null;
    projectError: Refusal | null;
    node: NodeView;
    moves: Moves | null;
    waiting: boolean;
    stale: boolean;
    path: Crumb[];
    writable: boolean;
  };
}
