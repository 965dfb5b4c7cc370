import {titleOf} from '../catalogue/catalogue.js';
import type {Severity} from '../catalogue/entry.js';
import {fingerprintOf, pathInOutput} from '../fingerprint.js';
import {allFindings, counting} from '../report.js';
import type {Render} from './render.js';

const levels: Readonly<Record<Severity, string>> = {error: 'major', warning: 'minor', assumed: 'info', note: 'info'};

/**
A code quality report of GitLab.

@see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
*/
export const gitlab: Render = (report) => {
	const seen = new Map<string, number>();
	const issues = counting(allFindings(report)).map((finding) => {
		const {severity, object, reason, places} = finding;
		const [place] = places;
		const own = fingerprintOf(finding);
		const times = (seen.get(own) ?? 0) + 1;
		seen.set(own, times);
		return {
			description: `${object === '' ? '' : `${object}: `}${reason}`,
			check_name: titleOf(finding),
			// Two of the same kind at the same field must differ.
			fingerprint: times === 1 ? own : `${own}-${times}`,
			severity: levels[severity],
			location: {path: place ? pathInOutput(place.file) : '', lines: {begin: place?.line ?? 1, end: place?.line ?? 1}},
		};
	});
	return `${JSON.stringify(issues, undefined, 2)}\n`;
};
