/** A part of an expression; `offset` is where errors about it point: the dot of a selection, the parenthesis of a call. */
export type Node = {readonly offset: number} & (
	| {readonly op: 'constant'; readonly value: Constant}
	| {readonly op: 'name'; readonly name: string}
	| {readonly op: 'select'; readonly operand: Node; readonly field: string; readonly optional: boolean}
	/** `has(a.b)` */
	| {readonly op: 'has'; readonly operand: Node; readonly field: string}
	| {readonly op: 'call'; readonly name: string; readonly target?: Node; readonly parameters: readonly Node[]}
	| {readonly op: 'list'; readonly items: ReadonlyArray<{readonly item: Node; readonly optional: boolean}>}
	| {readonly op: 'map'; readonly entries: readonly MapEntry[]}
	| {readonly op: 'struct'; readonly name: string; readonly fields: readonly StructField[]}
	| Macro
	/** A part that could not be parsed. */
	| {readonly op: 'error'}
);

export type Constant =
	| {readonly type: 'int' | 'uint'; readonly value: bigint}
	| {readonly type: 'double'; readonly value: number}
	| {readonly type: 'string'; readonly value: string}
	| {readonly type: 'bytes'; readonly value: Uint8Array}
	| {readonly type: 'bool'; readonly value: boolean}
	| {readonly type: 'null'; readonly value: null};

export interface MapEntry {
	readonly key: Node;
	readonly value: Node;
	readonly optional: boolean;
}

export interface StructField {
	readonly name: string;
	readonly offset: number;
	readonly value: Node;
	readonly optional: boolean;
}

/** A loop over the elements of a list or the keys of a map. */
export type Macro = {
	readonly op: 'macro';
	readonly range: Node;
	/** One name, or two: index or key, and element or value. */
	readonly names: Names;
} & MacroBody;

export type Names = readonly [first: string, ...second: readonly string[]];

/** The work of a loop for each element. */
export type MacroBody = Selection | Transformation | OptionalMacro;

interface Selection {
	readonly macro: SelectionName;
	readonly condition: Node;
	readonly result?: undefined;
}

interface Transformation {
	readonly macro: 'map' | 'transformList' | 'transformMap' | 'transformMapEntry';
	/** Which elements are transformed; all of them if there is no condition. */
	readonly condition?: Node;
	readonly result: Node;
}

/** Not a loop: the result for an optional value that is present. */
export interface OptionalMacro {
	readonly macro: 'optMap' | 'optFlatMap';
	readonly condition?: undefined;
	readonly result: Node;
}

export type SelectionName = 'all' | 'exists' | 'exists_one' | 'filter';

/** A call of a function. */
export type Call = Node & {readonly op: 'call'};
