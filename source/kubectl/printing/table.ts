import {goText} from '../../go/print.js';
import type {ApiResource} from '../discovery.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {humanDuration} from '../../go/duration.js';
import {objectName} from './output.js';
import {RowPrinter, safeCell} from './row-printer.js';
import {itemsOf, type Unstructured} from '../../objects/unstructured.js';

/** `meta.k8s.io/v1` Table: rows that the server has made for people. */
export interface Table {
	readonly kind: string;
	readonly metadata?: {readonly resourceVersion?: string; readonly continue?: string};
	readonly columnDefinitions?: ReadonlyArray<{
		readonly name: string;
		readonly type: string;
		readonly format?: string;
		readonly priority?: number;
	}>;
	readonly rows?: ReadonlyArray<{readonly cells: readonly unknown[]; readonly object?: Unstructured}>;
}

const isTable = (answer: Unstructured): answer is Unstructured & Table => answer.kind === 'Table';

export const tableAccept =
	'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';

export interface TableOptions {
	readonly wide?: boolean;
	readonly noHeaders?: boolean;
	readonly withNamespace?: boolean;
	/** Prefixes names with their kind. */
	readonly withKind?: ApiResource;
	readonly showLabels?: boolean;
	/** Labels with a column of their own. */
	readonly labelColumns?: readonly string[];
	/** First column of a watch that shows types of events. */
	readonly event?: string;
	readonly now?: number;
}

/** A table of names and ages for the answer of a server without tables. */
export const asTable = (answer: Unstructured, nowMs: number): Table => {
	if (isTable(answer)) {
		return answer;
	}

	const items = Array.isArray(answer['items']) ? itemsOf(answer) : [answer];
	return {
		kind: 'Table',
		metadata: answer.metadata,
		columnDefinitions: [
			{name: 'Name', type: 'string', format: 'name', priority: 0},
			{name: 'Age', type: 'string', priority: 0},
		],
		rows: items.map((object) => ({
			cells: [
				object.metadata?.name,
				object.metadata?.creationTimestamp
					? humanDuration(nowMs - parseTimestamp(object.metadata.creationTimestamp))
					: '<unknown>',
			],
			object,
		})),
	};
};

/**
Prints tables in sequence, with columns that never get narrower.

@mirrors cli-runtime/pkg/printers TablePrinter
*/
export class TablePrinter {
	readonly #rows = new RowPrinter();
	#columns: NonNullable<Table['columnDefinitions']> = [];
	#headerDue: boolean;

	constructor(readonly options: TableOptions) {
		this.#headerDue = !options.noHeaders;
	}

	/** The lines of some tables; headers once. */
	print(tables: readonly Table[], event?: string): string {
		const {options} = this;
		const rows: string[][] = [];
		for (const table of tables) {
			if (table.columnDefinitions && table.columnDefinitions.length > 0) {
				this.#columns = table.columnDefinitions;
			}

			rows.push(...(table.rows ?? []).map((row) => this.#cells(row, event)));
		}

		if (this.#headerDue && rows.length > 0) {
			this.#headerDue = false;
			rows.unshift([
				...(event === undefined ? [] : ['EVENT']),
				...(options.withNamespace ? ['NAMESPACE'] : []),
				...this.#columns.filter(({priority}) => options.wide || !priority).map(({name}) => name.toUpperCase()),
				...(options.labelColumns ?? []).map((key) => key.slice(key.lastIndexOf('/') + 1).toUpperCase()),
				...(options.showLabels ? ['LABELS'] : []),
			]);
		}

		return this.#rows.print(rows);
	}

	#cells(row: NonNullable<Table['rows']>[number], event?: string): string[] {
		const {options} = this;
		const labels = row.object?.metadata?.labels ?? {};
		const text = Object.entries(labels)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, value]) => `${key}=${value}`)
			.join(',');
		const names = this.#columns.findIndex(({format, name}) => format === 'name' && name === 'Name');
		return [
			...(event === undefined ? [] : [event.padEnd(longestEvent)]),
			...(options.withNamespace ? [row.object?.metadata?.namespace ?? ''] : []),
			...this.#columns.flatMap((column, index) => {
				if (!options.wide && column.priority) {
					return [];
				}

				const value = cellText(row.cells[index]);
				return [options.withKind && index === names ? objectName(options.withKind, value) : value];
			}),
			...(options.labelColumns ?? []).map((key) => (Object.hasOwn(labels, key) ? (labels[key] ?? '') : '')),
			...(options.showLabels ? [text || '<none>'] : []),
		];
	}
}

// Types of events are padded to the length of `MODIFIED`.
const longestEvent = 8;

const cellText = (value: unknown): string => {
	if (value === null || value === undefined) {
		return '';
	}

	const text = goText(value);
	const line = text.search(/[\n\r\f]/);
	return safeCell(line === -1 ? text : `${text.slice(0, line)}...`);
};
