import {compare, type Difference} from '../../debugger/compare.js';
import {diffLines, foldDiff, type DiffLine} from '../paint/yaml-diff.js';
import type {ScreenWords} from '../words/screen-words.js';
import {yamlLines} from '../paint/yaml-lines.js';
import {line} from '../paint/text.js';
import {meaningOf, ranked, type Meaning, type Path} from '../../classroom/changed-fields.js';
import type {Row} from './row.js';
import {lastApplied} from '../../objects/last-applied.js';

const toneOf = {' ': 'plain', '+': 'add', '-': 'remove'} as const;

/** kubectl's copy of the last apply repeats the object. */
const isLastApplied = (path: Path): boolean => path.at(-1) === lastApplied;

/** All lines of an object; long lines continue below. */
export const wholeRows = (value: unknown): Row[] =>
	yamlLines(value).map(({text, path}): Row => ({
		row: line(`   ${text}`),
		path,
		...(isLastApplied(path) ? {oneLine: true} : {}),
	}));

const lesser: ReadonlySet<Meaning> = new Set<Meaning>(['time', 'bookkeeping']);

const begins = (path: Path, beginning: Path): boolean => beginning.every((part, index) => path[index] === part);

/** Times and bookkeeping, which change with every write: they are hidden beside other changes. */
const withoutBookkeeping = (lines: readonly DiffLine[], changes: readonly Difference[]): readonly DiffLine[] => {
	const small = changes.filter(({path}) => lesser.has(meaningOf(path)));
	const isSmall = ({path, mark}: DiffLine) => mark !== ' ' && small.some((change) => begins(path, change.path));
	return small.length === changes.length
		? lines
		: lines.flatMap((item) => {
				if (!isSmall(item)) {
					return [item];
				}

				return item.mark === '-' ? [] : [{...item, mark: ' ' as const}];
			});
};

/** The parts of an object whose changes are most important are first. */
const mostFirst = (lines: readonly DiffLine[], order: readonly unknown[]): readonly DiffLine[] => {
	const place = ({path: [top]}: DiffLine): number => (order.includes(top) ? order.indexOf(top) : order.length);
	return [...lines].sort((a, b) => place(a) - place(b));
};

/** The changes between two versions of an object, the most important first, with long unchanged parts folded. @param key the key that shows the whole object */
export const diffRows = (before: unknown, after: unknown, words: ScreenWords['stop'], key: string): Row[] => {
	if (before === undefined || after === undefined) {
		const rows = wholeRows(after ?? before);
		return [
			before === undefined
				? {row: line(` + ${words.isNew(rows.length)}`, 'add')}
				: {row: line(` - ${words.gone(rows.length)}`, 'remove')},
			...rows,
		];
	}

	const changes = ranked(compare(before, after));
	const order = changes.map(({path: [top]}) => top);
	const lines = withoutBookkeeping(mostFirst(diffLines(before, after), order), changes);
	return foldDiff(lines).map((item): Row => {
		if ('folded' in item) {
			return {row: line(`     … ${words.folded(item.folded)}   ${words.unfold(key)}`, 'dim')};
		}

		return {
			row: [{text: ` ${item.mark} ${item.text}`, tone: toneOf[item.mark]}],
			path: item.path,
			...(item.mark === ' ' ? {oneLine: true} : {changed: true}),
			...(item.mark === '-' ? {removed: true} : {}),
		};
	});
};

/** The row of the beginning of the most important change; -1 if it is not shown. */
export const mainRow = (rows: readonly Row[], before: unknown, after: unknown): number => {
	const [change] = before === undefined || after === undefined ? [] : ranked(compare(before, after));
	const there = (path: Path | undefined) => path !== undefined && change !== undefined && begins(path, change.path);
	const at = rows.findIndex(({path, changed}) => changed && there(path));
	return at === -1 ? rows.findIndex(({changed}) => changed) : at;
};
