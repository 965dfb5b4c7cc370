import {titleOf} from '../catalogue/catalogue.js';
import type {Severity} from '../catalogue/entry.js';
import {pathInOutput} from '../fingerprint.js';
import {allFindings, counting, type Finding} from '../report.js';
import {editLines, editPlace} from './edit-lines.js';
import type {Render} from './render.js';

const commands: Readonly<Record<Severity, string>> = {
	error: 'error',
	warning: 'warning',
	assumed: 'notice',
	note: 'notice',
};

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const fixText = ({fixes: [fix]}: Finding): readonly string[] =>
	fix === undefined
		? []
		: [
				...(fix.words === undefined ? [] : [fix.words]),
				...fix.commands,
				...fix.edits.flatMap((edit) => [
					...(fix.edits.length > 1 || edit.source || edit.rendered ? [editPlace(edit, pathInOutput)] : []),
					...editLines(edit),
				]),
			];

const annotation = (finding: Finding): string => {
	const {severity, places, object, reason, advice} = finding;
	const [place] = places;
	const properties = [
		...(place
			? [
					`file=${property(pathInOutput(place.file))}`,
					`line=${place.line}`,
					`endLine=${place.line}`,
					`col=${place.column}`,
					`endColumn=${place.endColumn}`,
				]
			: []),
		`title=${property(`${titleOf(finding)}${object === '' ? '' : ` ${object}`}`)}`,
	];
	return `::${commands[severity]} ${properties.join(',')}::${data([reason, ...advice, ...fixText(finding)].join('\n'))}`;
};

/**
Annotations of a GitHub workflow.

@see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
*/
export const github: Render = (report) => {
	const lines = counting(allFindings(report)).map(annotation);
	return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};
