import {yamlSlips} from '../../diagnosis/yaml-slips.js';
import type {GivenFile} from './given-files.js';
import {findingsIn, isAsHeavyAs, type Report} from './report.js';

/** The most corrections that are tried for a file. */
const mostTrials = 6;

const isSound = ({files}: Report, file: string): boolean =>
	files.some((one) => one.file === file && !findingsIn(one).some(({severity}) => isAsHeavyAs(severity, 'error')));

/** A text with another line, which ends as the old one does. */
const withLine = (text: string, line: number, words: string): string => {
	const lines = text.split('\n');
	const isCarriage = (lines[line - 1] ?? '').endsWith('\r') && !words.endsWith('\r');
	return lines.toSpliced(line - 1, 1, isCarriage ? `${words}\r` : words).join('\n');
};

/**
Files that are not YAML, each with the correction of one line that removes every error.

@param check the report on other texts of the same files
*/
export const mendedYaml = async (
	report: Report,
	files: readonly GivenFile[],
	check: (files: readonly GivenFile[]) => Promise<Report>,
): Promise<ReadonlyMap<string, string>> => {
	const found = new Map<string, string>();
	for (const {file, text} of files) {
		const line = report.files
			.find((one) => one.file === file)
			?.findings.find(({id, ignored, isKnown}) => id === 'W001' && ignored === undefined && !isKnown)?.places[0]?.line;
		const head = text.startsWith('\uFEFF') ? '\uFEFF' : '';
		const slips =
			line === undefined ? [] : yamlSlips(text.slice(head.length).replaceAll('\r\n', '\n'), line).slice(0, mostTrials);
		for (const slip of slips) {
			const other = head + withLine(text.slice(head.length), slip.line, slip.text);
			// eslint-disable-next-line no-await-in-loop
			const again = await check(files.map((one) => (one.file === file ? {...one, text: other} : one)));
			if (isSound(again, file)) {
				found.set(file, other);
				break;
			}
		}
	}

	return found;
};
