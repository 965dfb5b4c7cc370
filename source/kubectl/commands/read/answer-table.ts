import type {ApiResource} from '../../discovery.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import type {Format} from '../../printing/output.js';
import {sortBy} from '../../printing/sorting.js';
import type {Table, TableOptions} from '../../printing/table.js';

/** One GET that the command makes: a list, or one object by name. */
export interface Query {
	readonly resource: ApiResource;
	readonly namespace?: string;
	readonly name?: string;
}

/** Whether a table is wanted. */
export const isForPeople = ({name}: Format): boolean => name === '' || name === 'wide';

/** The sorted table; an empty list if its rows cannot be sorted, which kubectl does not report. */
export const sortedTable = (table: Table, path: string): readonly Table[] => {
	const {rows = []} = table;
	if (path === '' || rows.length < 2) {
		return [table];
	}

	try {
		return [{...table, rows: sortBy(rows, path, ({object}) => object, 'rows')}];
	} catch (error) {
		if (error instanceof CommandFailure && error.options.logged === undefined) {
			return [];
		}

		throw error;
	}
};

/** The options for showing the answers to a query as a table. */
export const tableOptions = (
	invocation: Invocation,
	{resource}: Query,
	{several, wide}: {several: boolean; wide: boolean},
): TableOptions => ({
	wide,
	noHeaders: invocation.flags.on('no-headers'),
	withNamespace: invocation.flags.on('all-namespaces') && resource.namespaced,
	withKind: several || invocation.flags.on('show-kind') ? resource : undefined,
	showLabels: invocation.flags.on('show-labels'),
	labelColumns: invocation.flags.list('label-columns'),
});
