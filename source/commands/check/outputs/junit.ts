import {titleOf} from '../catalogue/catalogue.js';
import {pathInOutput} from '../fingerprint.js';
import {counting, isAsHeavyAs, type CheckedFile, type Finding} from '../report.js';
import type {Severity} from '../catalogue/entry.js';
import type {Render} from './render.js';

/** Characters that XML 1.0 does not allow, even escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	'\n': '&#10;',
};

const escaped = (text: string): string =>
	text.replaceAll(forbidden, '\uFFFD').replaceAll(/[&<>"\n]/g, (letter) => entities[letter] ?? letter);

const placeOf = ({places: [place]}: Finding): string =>
	place ? `${pathInOutput(place.file)}:${place.line}:${place.column}` : '';

const textOf = (finding: Finding): string =>
	[placeOf(finding), finding.reason, ...finding.advice].filter((line) => line !== '').join('\n');

interface Case {
	readonly name: string;
	readonly findings: readonly Finding[];
}

const caseLines = ({name, findings}: Case, file: string, failOn: Severity): readonly string[] => {
	const own = counting(findings);
	const bad = own.filter(({severity}) => isAsHeavyAs(severity, failOn));
	const said = own.filter((finding) => !bad.includes(finding));
	const ignored = findings.find((finding) => finding.ignored !== undefined);
	const inside = [
		...bad.map(
			(finding) =>
				`      <failure type="${escaped(titleOf(finding))}" message="${escaped(finding.reason)}">${escaped(textOf(finding)).replaceAll('&#10;', '\n')}</failure>`,
		),
		...(bad.length === 0 && ignored ? [`      <skipped message="${escaped(ignored.ignored ?? '')}"/>`] : []),
		...(said.length > 0
			? [
					`      <system-out>${said.map((finding) => `${titleOf(finding)} ${escaped(textOf(finding)).replaceAll('&#10;', '\n')}`).join('\n')}</system-out>`,
				]
			: []),
	];
	const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" time="0"`;
	return inside.length === 0 ? [`${head}/>`] : [`${head}>`, ...inside, '    </testcase>'];
};

/** The objects of a file; a finding without an object is a separate case. */
const casesOf = ({objects, findings, file}: CheckedFile): readonly Case[] => [
	...(findings.length > 0 || objects.length === 0 ? [{name: pathInOutput(file), findings}] : []),
	...objects,
];

/** JUnit's XML: a suite for each file, a case for each object. */
export const junit: Render = ({files, seconds}, {failOn}) => {
	const suites = files.map((one) => {
		const file = pathInOutput(one.file);
		const cases = casesOf(one);
		const isBad = ({findings}: Case): boolean => counting(findings).some(({severity}) => isAsHeavyAs(severity, failOn));
		const failures = cases.filter(isBad).length;
		const skipped = cases.filter(
			(own) => !isBad(own) && own.findings.some(({ignored}) => ignored !== undefined),
		).length;
		return {
			tests: cases.length,
			failures,
			lines: [
				`  <testsuite name="${escaped(file)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0">`,
				...cases.flatMap((own) => caseLines(own, file, failOn)),
				'  </testsuite>',
			],
		};
	});
	const sum = (count: (suite: (typeof suites)[number]) => number): number =>
		suites.reduce((all, suite) => all + count(suite), 0);
	return `${[
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites name="k8s-walkthrough check" tests="${sum(({tests}) => tests)}" failures="${sum(({failures}) => failures)}" errors="0" time="${seconds.toFixed(3)}">`,
		...suites.flatMap(({lines}) => lines),
		'</testsuites>',
	].join('\n')}\n`;
};
