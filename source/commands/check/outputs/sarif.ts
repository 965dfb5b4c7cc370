import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Fix, LineChange} from '../../../diagnosis/fix.js';
import {catalogue, titleOf} from '../catalogue/catalogue.js';
import type {Entry, Severity} from '../catalogue/entry.js';
import {pageOf} from '../explain.js';
import {fingerprintOf, pathInOutput} from '../fingerprint.js';
import {allFindings, type Finding, type FindingPlace} from '../report.js';
import {editLines, editPlace} from './edit-lines.js';
import type {Render} from './render.js';

const levels: Readonly<Record<Severity, string>> = {error: 'error', warning: 'warning', assumed: 'note', note: 'note'};

const uriOf = (file: string): string => {
	const named = pathInOutput(file);
	return path.isAbsolute(named) ? pathToFileURL(named).href : named.split('/').map(encodeURIComponent).join('/');
};

const ruleOf = (entry: Entry) => ({
	id: entry.id,
	name: entry.name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
	shortDescription: {text: entry.what},
	fullDescription: {text: entry.why},
	help: {
		text: `${entry.what} ${entry.why} ${entry.mend}`,
		markdown: `**${titleOf(entry)}** ${entry.what}\n\n${entry.why}\n\n${entry.mend}\n\nStage: \`${entry.stage}\`; see it with \`k8s-walkthrough run FILE --at ${entry.id}\`.`,
	},
	helpUri: pageOf(entry),
	defaultConfiguration: {level: levels[entry.severity]},
});

const locationOf = ({file, line, column, endColumn}: FindingPlace, object: string) => ({
	physicalLocation: {
		artifactLocation: {uri: uriOf(file)},
		region: {startLine: line, startColumn: column, endLine: line, endColumn: Math.max(endColumn, column + 1)},
	},
	...(object === '' ? {} : {logicalLocations: [{fullyQualifiedName: object, kind: 'object'}]}),
});

/** The removed and the added lines. An insertion is before its line. */
const replacementOf = ({line, before, after}: LineChange, end: string) => ({
	deletedRegion: {startLine: line, startColumn: 1, endLine: line + before.length, endColumn: 1},
	...(after.length > 0
		? {insertedContent: {text: after.map((one) => `${one.replace(/\r$/, '')}${end}`).join('')}}
		: {}),
});

/** The line ending of the file of some changes. */
const endIn = (edits: readonly LineChange[]): string =>
	edits.some(({before}) => before.some((line) => line.endsWith('\r'))) ? '\r\n' : '\n';

const changeOf = (file: string, edits: readonly LineChange[]) => ({
	artifactLocation: {uri: uriOf(file)},
	replacements: edits.map((edit) => replacementOf(edit, endIn(edits))),
});

const fixOf = ({edits}: Fix) => ({
	description: {
		text: edits.map(({after}) => after.map((line) => line.trim()).join(' ')).join('; ') || 'remove the lines',
	},
	artifactChanges: [...new Set(edits.map(({file}) => file))].map((file) =>
		changeOf(
			file,
			edits.filter((edit) => edit.file === file),
		),
	),
});

const resultOf = (finding: Finding, rules: readonly string[]) => {
	const {id, severity, object, reason, places, advice, fixes, ignored, isKnown} = finding;
	const [place, ...others] = places;
	// A viewer can make a change only in a file that exists.
	const edited = fixes.filter(({edits}) => edits.length > 0 && edits.every(({source}) => source === undefined));
	const told =
		edited.length > 0
			? []
			: fixes
					.slice(0, 1)
					.flatMap(({edits}) => edits.flatMap((edit) => [`${editPlace(edit, pathInOutput)}:`, ...editLines(edit)]));
	return {
		ruleId: id,
		ruleIndex: rules.indexOf(id),
		level: levels[severity],
		message: {text: [`${object === '' ? '' : `${object}: `}${reason}`, ...advice, ...told].join('\n')},
		locations: place ? [locationOf(place, object)] : [],
		...(others.length > 0 ? {relatedLocations: others.map((one) => locationOf(one, object))} : {}),
		partialFingerprints: {'k8sWalkthrough/v1': fingerprintOf(finding)},
		...(edited.length > 0 ? {fixes: edited.map(fixOf)} : {}),
		...(ignored === undefined ? {} : {suppressions: [{kind: 'external', justification: ignored}]}),
		...(isKnown ? {baselineState: 'unchanged'} : {}),
	};
};

/**
SARIF 2.1.0: one run, with its findings as rules.

@see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
*/
export const sarif: Render = (report, {version}) => {
	const findings = allFindings(report);
	const used = new Set(findings.map(({id}) => id));
	const entries = catalogue.filter(({id}) => used.has(id));
	const rules = entries.map(({id}) => id);
	return `${JSON.stringify(
		{
			$schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
			version: '2.1.0',
			runs: [
				{
					tool: {driver: {name: 'k8s-walkthrough', version, rules: entries.map(ruleOf)}},
					columnKind: 'utf16CodeUnits',
					invocations: [{executionSuccessful: !report.isInterrupted}],
					results: findings.map((finding) => resultOf(finding, rules)),
				},
			],
		},
		undefined,
		2,
	)}\n`;
};
