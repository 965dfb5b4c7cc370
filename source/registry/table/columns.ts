import type {Incoming} from '../incoming.js';
import {age} from './cells.js';

/** One column of `kubectl get`. */
export interface Column<T = Incoming> {
	readonly name: string;
	readonly type?: 'string' | 'integer' | 'number' | 'date' | 'boolean';
	readonly format?: string;
	readonly description?: string;
	/** 1: only with `-o wide`. */
	readonly priority?: number;
	cell(object: T, nowMs: number): unknown;
}

/** The table that the server shows for objects of one kind. */
export interface Printer<T = Incoming> {
	readonly columns: ReadonlyArray<Column<T>>;
	/** The columns of a row besides the cells. */
	conditions?(object: T): object | undefined;
	/** Cells after those of the columns: upstream's table of some kinds has more cells than columns. */
	unnamed?(object: T, nowMs: number): readonly unknown[];
	/** The order of objects in a list, if it is not by name. */
	order?(a: T, b: T): number;
}

interface Named {
	readonly metadata: {readonly name: string; readonly creationTimestamp?: string};
}

/** The first column of nearly every kind. */
export const nameColumn: Column<Named> = {name: 'Name', cell: ({metadata}) => metadata.name};

/** The last column of most kinds: the age of the object. */
export const ageColumn: Column<Named> = {
	name: 'Age',
	cell: ({metadata}, nowMs) => age(metadata.creationTimestamp, nowMs),
};
