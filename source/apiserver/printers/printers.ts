import type {Resource} from '../../objects/resources.js';
import {customPrinter} from '../custom-resources/printer.js';
import {age} from './cells.js';

/** One column that `kubectl get` prints. */
export interface Column<T = never> {
	readonly name: string;
	readonly type?: 'string' | 'integer' | 'number' | 'date' | 'boolean';
	readonly format?: string;
	readonly description?: string;
	/** 1: only with `-o wide`. */
	readonly priority?: number;
	readonly cell: (object: T, nowMs: number) => unknown;
}

export interface Printer<T = never> {
	readonly columns: ReadonlyArray<Column<T>>;
	/** What a row says of its object beside the cells. */
	readonly conditions?: (object: T) => object | undefined;
	/** Cells after those of the columns: upstream's table of some kinds has more cells than columns. */
	readonly unnamed?: (object: T, nowMs: number) => readonly unknown[];
	/** In which order a list shows its objects, where it is not that of their names. */
	readonly order?: (a: T, b: T) => number;
}

interface Named {
	readonly metadata: {readonly name: string; readonly creationTimestamp?: string};
}

const usual: Printer<Named> = {
	columns: [
		{name: 'Name', cell: ({metadata}) => metadata.name},
		{name: 'Created At', type: 'date', cell: ({metadata}) => metadata.creationTimestamp ?? null},
	],
};

const printers = new Map<string, Printer>();

/** Adds the printer of `plural` or `plural.group`. */
export const register = <T>(name: string, printer: Printer<T>): void => {
	printers.set(name, printer as unknown as Printer);
};

export const printerOf = (resource: Resource): Printer =>
	(resource.custom && customPrinter(resource.custom)) ??
	printers.get(resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`) ??
	(usual as unknown as Printer);

/** The first column of nearly every kind. */
export const nameColumn: Column<Named> = {name: 'Name', cell: ({metadata}) => metadata.name};

/** The last of most: how long ago the object was made. */
export const ageColumn: Column<Named> = {
	name: 'Age',
	cell: ({metadata}, nowMs) => age(metadata.creationTimestamp, nowMs),
};
