import {pageOf} from '../explain.js';
import {entryOf} from '../catalogue/catalogue.js';
import {fingerprintOf} from '../fingerprint.js';
import {
	allFindings,
	counting,
	fails,
	type CheckedFile,
	type CheckedObject,
	type Finding,
	type Report,
} from '../report.js';
import type {Render, RenderOptions} from './render.js';

/** Grows when a field is removed or changes its meaning; new fields may be added at any time. */
export const schemaVersion = 1;

const findingRecord = (finding: Finding) => ({
	...finding,
	fingerprint: fingerprintOf(finding),
	help: pageOf(entryOf(finding.id)),
});

const objectRecord = (object: CheckedObject) => {
	const {isStored: _, healthyWords: __, ...published} = object;
	return {...published, findings: object.findings.map(findingRecord)};
};

const fileRecord = ({file, objects, findings}: CheckedFile) => ({
	file,
	objects: objects.map(objectRecord),
	findings: findings.map(findingRecord),
});

const summaryOf = (report: Report) => {
	const all = allFindings(report);
	const count = (severity: Finding['severity']): number =>
		counting(all).filter((finding) => finding.severity === severity).length;
	return {
		files: report.files.length,
		objects: report.files.reduce((sum, {objects}) => sum + objects.length, 0),
		errors: count('error'),
		warnings: count('warning'),
		assumed: count('assumed'),
		notes: count('note'),
		ignored: all.filter(({ignored}) => ignored !== undefined).length,
		known: all.filter(({isKnown}) => isKnown).length,
		skipped: report.skipped.length,
		seconds: Math.round(report.seconds * 1000) / 1000,
		...(report.reached ? {reached: report.reached} : {}),
	};
};

const headOf = (report: Report, {failOn, version, kubernetes}: RenderOptions) => {
	const verdict = fails(report, failOn) ? 'failed' : 'passed';
	return {
		schemaVersion,
		tool: {name: 'k8s-walkthrough', version},
		kubernetes,
		verdict: report.isInterrupted ? 'interrupted' : verdict,
		failOn,
		summary: summaryOf(report),
	};
};

/** One object for the whole check. */
export const json: Render = (report, options) =>
	`${JSON.stringify({...headOf(report, options), files: report.files.map(fileRecord), skipped: report.skipped}, undefined, 2)}\n`;

/** One line per file, and one at the end. */
export const jsonl: Render = (report, options) =>
	[...report.files.map(fileRecord), {...headOf(report, options), skipped: report.skipped}]
		.map((record) => `${JSON.stringify(record)}\n`)
		.join('');
