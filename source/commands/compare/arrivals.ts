import {parseDuration} from '../../go/duration.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {isQuantity} from '../../objects/quantity.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {Mistake, Mistakes, closest} from '../../scenario/mistake.js';
import type {Arrival} from '../../scheduler/replay/replay.js';

const mostPods = 200_000;

/** Columns that are not amounts of a resource. */
const known = ['at', 'name', 'namespace', 'count', 'lifetime', 'priority', 'scheduler'];
const amounts = ['cpu', 'memory', 'ephemeral-storage'];

/** Fields that only the apiserver sets. */
const unset = {creationTimestamp: '1970-01-01T00:00:00Z', resourceVersion: '0'};

const isResource = (column: string): boolean => amounts.includes(column) || column.includes('/');

/** One cell of the file, with its place. */
interface Cell {
	readonly column: string;
	readonly text: string;
	readonly place: {readonly file: string; readonly line: number; readonly column: number};
}

/** Milliseconds; a number without a unit is seconds. */
const time = ({column, text, place}: Cell): number => {
	const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : (parseDuration(text) ?? Number.NaN);
	if (!(ms >= 0)) {
		throw new Mistake(`"${text}" is not a time for ${column}`, place, 'write seconds, or a duration such as 1m30s');
	}

	return ms;
};

const wholeNumber = ({column, text, place}: Cell, least: number, most: number): number => {
	const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(value >= least && value <= most)) {
		throw new Mistake(`"${text}" is not a ${column}`, place, `write a whole number from ${least} to ${most}`);
	}

	return value;
};

const nameOf = ({column, text, place}: Cell): string => {
	const [error] = dnsSubdomainErrors(text);
	if (error !== undefined) {
		throw new Mistake(`"${text}" is not a valid ${column}: ${error}`, place);
	}

	return text;
};

/** The requests of a row. */
const requestsOf = (cells: readonly Cell[]): Readonly<Record<string, string>> => {
	const requests: Record<string, string> = {};
	for (const {column, text, place} of cells) {
		if (isResource(column)) {
			if (!isQuantity(text) || text.startsWith('-')) {
				throw new Mistake(`"${text}" is not a quantity`, place, 'write an amount such as 4, 500m or 8Gi');
			}

			requests[column] = text;
		}
	}

	return requests;
};

/** The Pods of one row. */
const podsOf = (cells: readonly Cell[], line: number): readonly Arrival[] => {
	const read = <T>(column: string, reader: (cell: Cell) => T, usual: T): T => {
		const cell = cells.find((one) => one.column === column);
		return cell ? reader(cell) : usual;
	};
	const atMs = read('at', time, 0);
	const name = read('name', nameOf, `row-${line}`);
	const namespace = read('namespace', nameOf, 'default');
	const count = read('count', (cell) => wholeNumber(cell, 1, mostPods), 1);
	const lifetimeMs = read('lifetime', time, Number.POSITIVE_INFINITY);
	const priority = read('priority', (cell) => wholeNumber(cell, -2_147_483_648, 2_000_001_000), 0);
	const schedulerName = read('scheduler', nameOf, 'default-scheduler');
	const spec = {
		containers: [{name: 'main', image: 'example.com/arrival:1', resources: {requests: requestsOf(cells)}}],
		schedulerName,
		priority,
	};
	return Array.from({length: count}, (_, index) => {
		const own = count === 1 ? name : `${name}-${index}`;
		const pod: Pod = {
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name: own, namespace, uid: `${namespace}/${own}`, labels: {arrival: name}, ...unset},
			spec,
			status: {phase: 'Pending'},
		};
		return Number.isFinite(lifetimeMs) ? {pod, atMs, leavesAtMs: atMs + lifetimeMs} : {pod, atMs};
	});
};

const columnsOf = (text: string, file: string): readonly string[] =>
	text.split(',').map((word, index, all) => {
		const column = word.trim();
		if (!known.includes(column) && !isResource(column)) {
			const place = {file, line: 1, column: all.slice(0, index).join(',').length + (index === 0 ? 1 : 2)};
			const near = closest(column, [...known, ...amounts]);
			throw new Mistake(
				`unknown column "${column}"`,
				place,
				near
					? `did you mean "${near}"?`
					: `known: ${[...known, ...amounts].join(', ')}, and names of extended resources such as example.com/gpu`,
			);
		}

		return column;
	});

/**
Pods that arrive over time, from a table: a line of column names, then a line for each Pod or for `count` equal Pods.

@param source comma-separated values without quotes; a missing cell has a default.
@returns the Pods in the order of their arrival.
@throws {Mistakes} with line and column.
*/
export const readArrivals = (source: string, file: string): readonly Arrival[] => {
	const [head = '', ...lines] = source.replace(/^\uFEFF/, '').split(/\r?\n/);
	const columns = columnsOf(head, file);
	const arrivals: Arrival[] = [];
	const names = new Set<string>();
	for (const [index, text] of lines.entries()) {
		if (text.trim() === '') {
			continue;
		}

		const line = index + 2;
		let column = 1;
		const cells = text.split(',').map((word, at): Cell => {
			const cell = {column: columns[at] ?? '', text: word.trim(), place: {file, line, column}};
			column += word.length + 1;
			return cell;
		});
		if (cells.length > columns.length) {
			throw new Mistakes([
				new Mistake(
					`this line has ${cells.length} cells, but the first line has ${columns.length}`,
					{file, line, column: 1},
					'a cell cannot contain quotes or commas',
				),
			]);
		}

		const pods = podsOf(
			cells.filter((cell) => cell.text !== ''),
			line,
		);
		if (arrivals.length + pods.length > mostPods) {
			throw new Mistake(`more than ${mostPods} Pods arrive`, {file, line, column: 1}, 'remove some');
		}

		for (const {pod} of pods) {
			if (names.has(pod.metadata.uid)) {
				throw new Mistake(
					`there is already a Pod ${pod.metadata.uid}`,
					{file, line, column: 1},
					'give each Pod its own name, or leave the names out',
				);
			}

			names.add(pod.metadata.uid);
		}

		arrivals.push(...pods);
	}

	if (arrivals.length === 0) {
		throw new Mistake('no Pods arrive', {file, line: 1, column: 1}, 'write a line for each Pod below the column names');
	}

	return arrivals.sort((a, b) => a.atMs - b.atMs);
};
