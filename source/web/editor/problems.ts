import type {Finding, Report} from '../../commands/check/report.js';
import {allFindings, counting} from '../../commands/check/report.js';
import {changesBetween, withEdits, type LineChange} from '../../diagnosis/fix.js';
import type {TypedMistake} from '../home-page.js';
import {filesIn, lineNumberIn, textOfFiles} from './file-text.js';
import type {TextProblem} from './manifest-editor.js';

/** A text with the edits of a fix in it; `undefined` where its lines have changed since. */
export const mendedText = (text: string, edits: readonly LineChange[]): string | undefined => {
	try {
		return textOfFiles(withEdits(filesIn(text), edits));
	} catch (error) {
		if (error instanceof RangeError) {
			return undefined;
		}

		throw error;
	}
};

const severities = {error: 'error', warning: 'warning', assumed: 'info', note: 'info'} as const;

/** The edits of the first tried fix that needs only edits. */
const editsOf = ({fixes}: Finding): readonly LineChange[] =>
	fixes.find(
		({proof, edits, commands, words}) =>
			proof !== 'untested' && edits.length > 0 && commands.length === 0 && words === undefined,
	)?.edits ?? [];

/** The findings of a check at their lines of the checked text. */
export const problemsOf = (report: Pick<Report, 'files'>, text: string): readonly TextProblem[] =>
	counting(allFindings(report)).map((finding) => {
		const {severity, reason, advice, places} = finding;
		const edits = editsOf(finding);
		return {
			line: lineNumberIn(text, places[0] ?? {}),
			severity: severities[severity],
			message: [reason, ...advice].join('\n'),
			...(edits.length === 0 ? {} : {mended: (now: string) => mendedText(now, edits)}),
		};
	});

/** A mistake that keeps kubectl from reading a text, at its line. */
export const problemOfMistake = ({place, text: message, mended}: TypedMistake, text: string): TextProblem => {
	const files = filesIn(text);
	const edits = Object.entries(mended ?? {}).flatMap(([file, after]) => changesBetween(file, files[file] ?? '', after));
	return {
		line: lineNumberIn(text, place),
		severity: 'error',
		message,
		...(edits.length === 0 ? {} : {mended: (now: string) => mendedText(now, edits)}),
	};
};
