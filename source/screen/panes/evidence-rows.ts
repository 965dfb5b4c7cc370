import {isRecord} from '../../kernel/record.js';
import {plainText} from '../paint/text.js';
import type {Evidence} from '../state/parts.js';
import {shownKey, stopOf, type State} from '../state/state.js';
import type {Path} from '../../classroom/changed-fields.js';
import type {Row} from './row.js';
import {beforeAndAfter} from './state-view.js';

/** `spec.containers[0].image` as its parts; an item of a list may be named by its index, its type or its name. */
const partsOf = (field: string): readonly string[] =>
	[...field.matchAll(/\[["']?(?<inside>[^\]"']*)["']?\]|(?<name>[^.[\]]+)/g)].map(
		({groups}) => groups?.['inside'] ?? groups?.['name'] ?? '',
	);

const inside = (value: unknown, part: string | number): unknown => {
	if (Array.isArray(value)) {
		return value[Number(part)];
	}

	if (isRecord(value)) {
		return value[part];
	}

	return undefined;
};

/** Whether a path is the field itself or inside it. */
const isIn = (path: Path, field: readonly string[], whole: unknown): boolean => {
	let value = whole;
	return (
		path.length >= field.length &&
		field.every((wanted, index) => {
			const part = path[index] ?? '';
			value = inside(value, part);
			return (
				String(part) === wanted ||
				(typeof part === 'number' && isRecord(value) && [value['type'], value['name'], value['key']].includes(wanted))
			);
		})
	);
};

/** A text without what wrapping changes. */
const bare = (text: string): string => text.replaceAll(/\s/g, '');

/** The object of the fields in the state pane's rows. */
const shownObject = (state: State): unknown => {
	const {before, after} = beforeAndAfter(state);
	const key = shownKey(state);
	return after ?? before ?? (key === undefined ? undefined : state.recording.kernel.ledger.readAt(key, state.cursor));
};

/** The end of a text of several rows: after its last row. */
const endOf = (rows: readonly Row[], begin: number): number => {
	const end = rows.findIndex(({continues}, index) => index > begin && !continues);
	return end === -1 ? rows.length : end;
};

const hasText = (rows: readonly Row[], begin: number, text: string): boolean =>
	rows[begin]?.continues !== true &&
	bare(
		rows
			.slice(begin, endOf(rows, begin))
			.map(({row}) => plainText(row))
			.join(''),
	).includes(bare(text));

/** The rows of a pane that show the named part, from the first to the one after the last; `undefined` if the pane does not have it. A former value counts only if the part has no other. */
export const evidenceRows = (
	state: State,
	{field, row, line}: Evidence,
	rows: readonly Row[],
): readonly [begin: number, end: number] | undefined => {
	const text = row ?? line;
	if (field === undefined && text === undefined) {
		return undefined;
	}

	const object = field === undefined ? undefined : shownObject(state);
	const facts = stopOf(state)?.facts;
	const wanted = partsOf(field ?? '');
	const isNamed = ({path, of}: Row, index: number): boolean =>
		(field === undefined || (path !== undefined && isIn(path, wanted, of === 'facts' ? facts : object))) &&
		(text === undefined || hasText(rows, index, text));
	const present = rows.findIndex((row, index) => !row.removed && isNamed(row, index));
	const begin = present === -1 ? rows.findIndex(isNamed) : present;
	return begin === -1 ? undefined : [begin, endOf(rows, begin)];
};
