import {titleOf} from '../catalogue/catalogue.js';
import type {Severity} from '../catalogue/entry.js';
import {pageOf} from '../explain.js';
import {entryOf} from '../catalogue/catalogue.js';
import {pathInOutput} from '../fingerprint.js';
import {allFindings, counting, fails, isAsHeavyAs, type Finding} from '../report.js';
import {editLines, editPlace} from './edit-lines.js';
import type {Render} from './render.js';

const marks: Readonly<Record<Severity, string>> = {error: '✗', warning: '!', assumed: '!', note: '·'};

/** Text that is safe in a table. */
const cell = (text: string): string =>
	text
		.replaceAll(/[\\`*_[\]<>|~#@]/g, String.raw`\$&`)
		.replaceAll(/\s+/g, ' ')
		.slice(0, 500);

const row = (finding: Finding): string => {
	const {severity, object, reason, places} = finding;
	const [place] = places;
	return `| ${marks[severity]} | ${cell(object)} | [${titleOf(finding)}](${pageOf(entryOf(finding.id))}) | ${cell(reason)} | ${place ? cell(`${pathInOutput(place.file)}:${place.line}`) : ''} |`;
};

/** A fence that no line inside it ends. */
const fenced = (lines: readonly string[]): readonly string[] => {
	const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length)));
	const fence = '`'.repeat(longest + 1);
	return [`${fence}diff`, ...lines, fence];
};

const fixesOf = ({fixes}: Finding): readonly string[] =>
	(fixes.find(({edits}) => edits.length > 0)?.edits ?? []).flatMap((edit) => [
		'',
		`${cell(editPlace(edit, pathInOutput))}:`,
		'',
		...fenced(editLines(edit)),
	]);

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const mostRows = 100;

/** A comment on a pull request. */
export const markdown: Render = (report, {failOn}) => {
	const all = counting(allFindings(report));
	const rows = all.filter(({severity}) => isAsHeavyAs(severity, 'warning'));
	const lighter = all.length - rows.length;
	const objects = report.files.reduce((sum, file) => sum + file.objects.length, 0);
	const fixes = rows.slice(0, mostRows).flatMap(fixesOf);
	return `${[
		`### ${fails(report, failOn) ? '✗' : '✓'} k8s-walkthrough check: ${counted(objects, 'object')} in ${counted(report.files.length, 'file')}, ${counted(rows.length, 'finding')}${lighter > 0 ? `, ${lighter === 1 ? '1 assumption or note' : `${lighter} assumptions and notes`}` : ''}`,
		...(rows.length === 0
			? []
			: ['', '| | object | finding | reason | place |', '|---|---|---|---|---|', ...rows.slice(0, mostRows).map(row)]),
		...(rows.length > mostRows ? ['', `… ${rows.length - mostRows} more`] : []),
		...(fixes.length > 0 ? ['', '<details><summary>What helps</summary>', ...fixes, '', '</details>'] : []),
	].join('\n')}\n`;
};
