/** A text to insert into a file before another text, which the file contains once. */
export interface Insertion {
	readonly file: string;
	readonly before: string;
	readonly text: string;
}

/** A run of Node in the scratch copy, and the words that it prints when the addition works. */
export interface Proof {
	/** Arguments of the program; or of Node, where they begin with `-e`. */
	readonly run: readonly string[];
	readonly prints: RegExp;
}

/** How a newcomer adds one extension: the smallest working addition, as a room's page describes it. */
export interface Recipe {
	/** The extension, as the map names it: `a controller`. */
	readonly what: string;
	/** New files below `source/`, with their texts. Imports in them have double quotes: they do not belong to the recipe's module. */
	readonly files?: Readonly<Record<string, string>>;
	/** Changes of files below `source/`. */
	readonly edits?: readonly Insertion[];
	/** Changes that use the addition but are not part of it: the place that notes a stage. */
	readonly uses?: readonly Insertion[];
	/** A folder of the project and its copy: a lesson begins as a copy of another. */
	readonly copy?: readonly [from: string, to: string];
	readonly proof: Proof;
}

/** The files of an addition, as the map counts them: those that it changes, and those that it adds; a copied folder by its name. */
export const touched = ({files = {}, edits = [], copy}: Recipe): readonly string[] => [
	...new Set([...Object.keys(files), ...edits.map(({file}) => file), ...(copy ? [copy[1]] : [])]),
];
