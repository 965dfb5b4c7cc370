import {accessSync, constants, realpathSync, statSync} from 'node:fs';
import path from 'node:path';
import {equal} from '../../kernel/equality.js';
import type {LineChange} from '../../diagnosis/fix.js';
import {errorCode} from '../../scenario/error-code.js';
import {Mistake} from '../../scenario/mistake.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import {writeTextFile} from '../text-file.js';
import type {GivenFile} from './given-files.js';
import {allFindings, counting, isAsHeavyAs, type Finding, type Report} from './report.js';
import {readingEntries} from './catalogue/reading.js';
import {refusalEntries} from './catalogue/refusals.js';

/** A file before and after its fixes. */
export interface FixedFile {
	readonly file: string;
	readonly before: string;
	readonly after: string;
	/** The number of findings that the fixes repair. */
	readonly fixes: number;
}

const mark = '\uFEFF';

/** The new lines, with the line ends of the old ones. */
const withEndsOf = (after: readonly string[], text: string): readonly string[] => {
	const isCarriage = /^[^\n]*\r\n/.test(text);
	return after.map((line) => (isCarriage && !line.endsWith('\r') ? `${line}\r` : line));
};

/**
A text with changes of its lines; other lines stay the same, byte for byte.

@returns `undefined` if a change concerns lines that the text lacks
*/
export const withChanges = (text: string, changes: readonly LineChange[]): string | undefined => {
	const head = text.startsWith(mark) ? mark : '';
	const lines = text.slice(head.length).split('\n');
	for (const {line, before, after} of [...changes].sort((a, b) => b.line - a.line)) {
		if (before.some((one, index) => lines[line - 1 + index] !== one)) {
			return undefined;
		}

		lines.splice(line - 1, before.length, ...withEndsOf(after, text));
	}

	return head + lines.join('\n');
};

const touches = (one: LineChange, other: LineChange): boolean =>
	one.file === other.file &&
	one.line < other.line + Math.max(1, other.before.length) &&
	other.line < one.line + Math.max(1, one.before.length);

/** Findings about objects that are refused. */
const refusals = new Set([...readingEntries, ...refusalEntries].map(({id}) => id));

/** The lines that the first proven change of a finding changes. Where a command makes the run succeed, a change that only helps does not count: the run would fail again. */
export const editsFor = ({fixes}: Finding): readonly LineChange[] => {
	const solving = fixes.filter(({proof}) => proof === 'works');
	// A change that also needs a command or another node is proven only together with it: its first part is made, which helps alone.
	const isMixed = solving.length > 0 && solving.every(({edits, commands}) => edits.length > 0 && commands.length > 0);
	const wanted = solving.length > 0 && !isMixed ? 'works' : 'helps';
	const fix = fixes.find(
		({proof, edits, commands, words}) =>
			proof === wanted && edits.length > 0 && commands.length === 0 && words === undefined,
	);
	return fix?.edits ?? [];
};

/** The findings whose changes are made now. While an object is refused, the others are judged without it: a Service may seem to select nothing. */
export const mendable = (report: Report): readonly Finding[] => {
	const all = counting(allFindings(report)).filter(
		(finding) => isAsHeavyAs(finding.severity, 'warning') && editsFor(finding).length > 0,
	);
	const refused = all.filter(({id}) => refusals.has(id));
	return refused.length > 0 ? refused : all;
};

/** The files with the first change of each finding in a report; of changes to the same lines, only the first is made. @param may whether a finding may be mended */
export const fixedFiles = (
	report: Report,
	files: readonly GivenFile[],
	may: (finding: Finding) => boolean = () => true,
): readonly FixedFile[] => {
	const chosen: LineChange[] = [];
	const counts = new Map<string, number>();
	for (const finding of mendable(report).filter((one) => may(one))) {
		const added = editsFor(finding).filter((edit) => !chosen.some((other) => equal(edit, other)));
		if (added.length > 0 && !added.some((edit) => chosen.some((other) => touches(edit, other)))) {
			chosen.push(...added);
			const [{file} = {file: ''}] = added;
			counts.set(file, (counts.get(file) ?? 0) + 1);
		}
	}

	return files.flatMap(({file, text}) => {
		const own = chosen.filter((change) => change.file === file);
		const after = own.length === 0 ? undefined : withChanges(text, own);
		return after === undefined || after === text ? [] : [{file, before: text, after, fixes: counts.get(file) ?? 0}];
	});
};

const readOnly = 'make it writable: chmod u+w, or use the patch of --fix=diff';

const readOnlyFolder = 'make the folder writable: chmod u+w, or use the patch of --fix=diff';

/** Checks that a file can be written, before the first write. @throws {Mistake} */
export const checkFixable = ({file, before}: FixedFile): void => {
	try {
		accessSync(file, constants.W_OK);
		// Root can write all files.
		if ((statSync(file).mode & 0o222) === 0) {
			throw new Mistake('the file is read-only', {file}, readOnly);
		}
	} catch (error) {
		if (errorCode(error) === 'EACCES' || errorCode(error) === 'EROFS') {
			throw new Mistake('the file is read-only', {file}, readOnly);
		}

		throw error;
	}

	try {
		// The new file takes the place of the old one.
		accessSync(path.dirname(realpathSync(file)), constants.W_OK);
	} catch {
		throw new Mistake('the folder of the file is read-only', {file}, readOnlyFolder);
	}

	if (readTextFile(file, 10 * 1024 * 1024) !== before) {
		throw new Mistake('the file has changed since it was checked: it is left as it is', {file}, 'check it again');
	}
};

/** Writes fixes, a file as a whole or not at all. @throws {Mistake} before the first is written, where one cannot be */
export const writeFixes = (fixed: readonly FixedFile[]): void => {
	for (const one of fixed) {
		checkFixable(one);
	}

	for (const {file, after} of fixed) {
		writeTextFile(file, after, {mode: 0o777});
	}
};
