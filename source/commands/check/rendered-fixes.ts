import type {LineChange} from '../../diagnosis/fix.js';
import {readManifests} from '../../go/yaml/yaml.js';
import {nestedField} from '../../objects/unstructured.js';
import type {SourceText} from './chart-files.js';

/** A line `key: value` of YAML. */
interface KeyLine {
	readonly key: string;
	readonly value: string;
}

const keyLineOf = (line: string): KeyLine | undefined => {
	const [, key, value] = /^\s*(?:- )*["']?([\w./-]+)["']?:\s+(\S.*?)\s*$/.exec(line) ?? [];
	return key === undefined || value === undefined ? undefined : {key, value};
};

const escaped = (text: string): string => text.replaceAll(/[\\^$*+?.()|[\]{}]/g, String.raw`\$&`);

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

/** Where a line has a key with a value, also in braces: `{app: web}`. */
const valuePattern = ({key, value}: KeyLine): RegExp =>
	new RegExp(
		`((?:^|[\\s{,])["']?${escaped(key)}["']?:\\s*)(["']?)${escaped(unquoted(value))}\\2(?=\\s*(?:$|[,}]|\\s#))`,
	);

/** The line of a text in which a key has a value, if there is one such line only. @param only examines the line with this index alone */
const lineWith = (lines: readonly string[], wanted: KeyLine, only?: number): number | undefined => {
	const pattern = valuePattern(wanted);
	const found = lines.flatMap((line, index) =>
		(only === undefined || only === index) && pattern.test(line) ? [index] : [],
	);
	return found.length === 1 ? found[0] : undefined;
};

/** The change of a value on one line of a file. */
const valueChange = (
	file: string,
	lines: readonly string[],
	index: number,
	wanted: KeyLine,
	value: string,
): LineChange => {
	const line = lines[index] ?? '';
	return {
		file,
		line: index + 1,
		before: [line],
		after: [line.replace(valuePattern(wanted), (_, key: string) => `${key}${value}`)],
	};
};

const indentOf = (line: string): number => Math.max(0, line.search(/\S/));

/** The same lines in the source file, with another indentation; a template's actions never match. */
const literalChange = ({before, after}: LineChange, {file, text = ''}: SourceText): LineChange | undefined => {
	const lines = text.split('\n');
	const wanted = before.map((line) => line.trim());
	const at = lines.flatMap((_, index) =>
		wanted.every((line, offset) => line !== '' && lines[index + offset]?.trim() === line) ? [index] : [],
	);
	const [index] = at;
	if (wanted.length === 0 || at.length !== 1 || index === undefined) {
		return undefined;
	}

	const own = lines.slice(index, index + wanted.length);
	const shift = indentOf(own[0] ?? '') - indentOf(before[0] ?? '');
	const moved = (line: string): string =>
		shift >= 0 ? ' '.repeat(shift) + line : line.slice(Math.min(-shift, indentOf(line)));
	return {file, line: index + 1, before: own, after: after.map((line) => (line.trim() === '' ? line : moved(line)))};
};

/** The values of a chart: its own file first, then the files of the command line. */
export interface ChartValues {
	readonly files: readonly SourceText[];
	/** The values that the command line itself gives: `image.tag=1.2`. */
	readonly set: readonly string[];
}

/** The value that an action of a template uses: `.Values.image.tag`; `undefined` if it is not exactly one. */
const usedValue = (action: string): readonly string[] | undefined => {
	const uses = [...action.matchAll(/\.Values((?:\.\w+)+)/g)];
	return uses.length === 1 ? uses[0]?.[1]?.slice(1).split('.') : undefined;
};

/** A value in a file of values. */
interface FoundValue {
	readonly file: string;
	readonly lines: readonly string[];
	/** The index of its line. */
	readonly index: number;
	readonly wanted: KeyLine;
}

/** The value of a field in the last of the files that gives it. */
const valueOf = (field: readonly string[], files: readonly SourceText[]): FoundValue | undefined => {
	for (const {file, text = ''} of files.toReversed()) {
		try {
			const [document] = readManifests(text, file).documents;
			const value = document && nestedField(document.object, ...field);
			if (!document || value === undefined) {
				continue;
			}

			const lines = text.split('\n');
			const wanted = {key: field.at(-1) ?? '', value: String(value)};
			const index = lineWith(lines, wanted, document.positionOf(field).line - 1);
			return index === undefined ? undefined : {file, lines, index, wanted};
		} catch {
			return undefined;
		}
	}

	return undefined;
};

/** A text as a value of YAML that stays a text. */
const quotedIfNeeded = (text: string): string =>
	/^[\w./-]*[a-z][\w./-]*$/i.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text)
		? text
		: JSON.stringify(text);

/** The change in the file of values that gave a rendered line its value, or the only part of it that becomes another. */
const changeOfValues = (
	{before: [before = ''], after: [after = '']}: LineChange,
	template: string,
	{files, set}: ChartValues,
): LineChange | undefined => {
	const [old, now, from] = [keyLineOf(before), keyLineOf(after), keyLineOf(template)];
	const text = unquoted(from?.value ?? '');
	const fields = [...text.matchAll(/\{\{.*?\}\}/g)].map(([action]) => usedValue(action));
	const isGiven = (field: readonly string[]): boolean =>
		set.some((one) => one.split(',').some((pair) => pair.startsWith(`${field.join('.')}=`)));
	const found = fields.map((field) => (field && !isGiven(field) ? valueOf(field, files) : undefined));
	const values = found.filter((one) => one !== undefined);
	const parts = text.split(/\{\{.*?\}\}/);
	/** The text of the line from one of its actions up to another. */
	const between = (first: number, end: number): string =>
		values
			.slice(first, end)
			.map(({wanted}, index) => wanted.value + (parts[first + index + 1] ?? ''))
			.join('');
	if (
		!old ||
		!now ||
		values.length === 0 ||
		values.length < fields.length ||
		(parts[0] ?? '') + between(0, values.length) !== unquoted(old.value)
	) {
		return undefined;
	}

	if (values.length === 1 && parts.join('') === '') {
		const [{file, lines, index, wanted} = {file: '', lines: [], index: 0, wanted: old}] = values;
		return valueChange(file, lines, index, wanted, now.value);
	}

	const target = unquoted(now.value);
	const changes = values.flatMap(({file, lines, index, wanted}, position) => {
		const head = (parts[0] ?? '') + between(0, position);
		const tail = (parts[position + 1] ?? '') + between(position + 1, values.length);
		const isOnly = target.length > head.length + tail.length && target.startsWith(head) && target.endsWith(tail);
		const value = target.slice(head.length, target.length - tail.length);
		return isOnly ? [valueChange(file, lines, index, wanted, quotedIfNeeded(value))] : [];
	});
	return changes.length === 1 ? changes[0] : undefined;
};

/** The origin of a line of a rendered text. */
export interface LineOrigin extends SourceText {
	/** The line of the user's file, from 1; `undefined` if only the file is known. */
	readonly line?: number | undefined;
}

/** One line that becomes another, as a change of the source file. */
const changeOfLine = (
	edit: LineChange,
	origin: LineOrigin,
	values: ChartValues | undefined,
): LineChange | undefined => {
	const {
		before: [before = ''],
		after: [after = ''],
	} = edit;
	const {file, text = '', line} = origin;
	const [old, now] = [keyLineOf(before), keyLineOf(after)];
	if (!old || old.key !== now?.key) {
		return undefined;
	}

	const lines = text.split('\n');
	const index = lineWith(lines, old) ?? (line === undefined ? undefined : lineWith(lines, old, line - 1));
	if (index !== undefined) {
		return valueChange(file, lines, index, old, now.value);
	}

	return values && line !== undefined ? changeOfValues(edit, lines[line - 1] ?? '', values) : undefined;
};

/** A change of as many lines, as a change of each line that differs. */
const singleLines = (edit: LineChange): readonly LineChange[] =>
	edit.before.length === edit.after.length
		? edit.before.flatMap((before, index) => {
				const after = edit.after[index] ?? '';
				return before === after ? [] : [{file: edit.file, line: edit.line + index, before: [before], after: [after]}];
			})
		: [];

/** A change of a rendered file, as changes of the user's files as far as they are known: each names its rendered line. */
export const changesOfSources = (
	edit: LineChange,
	originOf: (line: number) => LineOrigin | undefined,
	values: ChartValues | undefined,
): readonly LineChange[] => {
	const origin = originOf(edit.before.length === 0 ? Math.max(1, edit.line - 1) : edit.line);
	if (!origin) {
		return [edit];
	}

	const rendered = {file: edit.file, line: edit.line};
	const literal = literalChange(edit, origin);
	if (literal) {
		return [{...literal, rendered}];
	}

	const singles = singleLines(edit).map((one) => {
		const from = originOf(one.line);
		const change = from && changeOfLine(one, from, values);
		return change && {...change, rendered: {file: edit.file, line: one.line}};
	});
	const known = singles.filter((one) => one !== undefined);
	return known.length > 0 && known.length === singles.length
		? known
		: [{...edit, source: {file: origin.file, line: origin.line ?? 1}}];
};
