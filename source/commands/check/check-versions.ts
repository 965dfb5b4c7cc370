import {getOrInsert} from '../../kernel/get-or-insert.js';
import {versionText} from '../../objects/versions/kubernetes-version.js';
import {check} from './check.js';
import {planOf} from './plan.js';
import {heaviest, type CheckedFile, type CheckedObject, type Finding, type Report} from './report.js';
import type {CheckRequest} from './request.js';

/** A request for one version of Kubernetes. */
export const inVersion = (request: CheckRequest, minor: number): CheckRequest => ({
	...request,
	isVersionGiven: true,
	openedWith: [...(request.openedWith ?? []), '--kubernetes', versionText(minor)],
	scenario: {...request.scenario, kubernetesVersion: versionText(minor)},
});

/** Versions in words, with their gaps: `1.31 to 1.33, 1.35`. */
export const versionsText = (minors: readonly number[]): string => {
	const spans: Array<readonly [from: number, to: number]> = [];
	for (const minor of minors) {
		const last = spans.at(-1);
		if (last && last[1] + 1 === minor) {
			spans[spans.length - 1] = [last[0], minor];
		} else {
			spans.push([minor, minor]);
		}
	}

	return spans
		.map(([from, to]) =>
			from === to ? versionText(from) : `${versionText(from)}${to === from + 1 ? ', ' : ' to '}${versionText(to)}`,
		)
		.join(', ');
};

interface Checked {
	readonly minor: number;
	readonly report: Report;
}

/** A reason that begins with its versions. */
const namingVersions = (reason: string, minors: readonly number[]): string => {
	const head = `Kubernetes ${versionsText(minors)}: `;
	return reason.startsWith(head) ? reason : head + reason;
};

/** Findings of several versions: equal ones are merged, with their versions unless these are all. */
const joinedFindings = (
	checked: ReadonlyArray<{readonly minor: number; readonly findings: readonly Finding[]}>,
	all: number,
): readonly Finding[] => {
	const found = new Map<string, {readonly finding: Finding; readonly minors: number[]}>();
	for (const {minor, findings} of checked) {
		for (const finding of findings) {
			const {id, object, reason, places} = finding;
			const key = JSON.stringify([id, object, reason, places[0]?.line, places[0]?.column]);
			getOrInsert(found, key, () => ({finding, minors: []})).minors.push(minor);
		}
	}

	return [...found.values()].map(({finding, minors}) =>
		minors.length === all
			? finding
			: {
					...finding,
					reason: namingVersions(finding.reason, minors),
					versions: minors.map(versionText),
				},
	);
};

const joinedObject = (first: CheckedObject, checked: readonly Checked[]): CheckedObject => {
	const own = checked.map(({minor, report}) => ({
		minor,
		object: report.files
			.find(({file}) => file === first.file)
			?.objects.find(({line, column, kind}) => line === first.line && column === first.column && kind === first.kind),
	}));
	const bad = own.find(({object}) => object && !object.isDone)?.object;
	return {
		...(bad ?? first),
		findings: joinedFindings(
			own.map(({minor, object}) => ({minor, findings: object?.findings ?? []})),
			checked.length,
		),
		versions: Object.fromEntries(
			own.map(({minor, object}) => [versionText(minor), object ? (heaviest(object.findings) ?? 'done') : 'unknown']),
		),
	};
};

const joinedFile = (first: CheckedFile, checked: readonly Checked[]): CheckedFile => {
	const {file} = first;
	// An object that only another version has does not exist in a cluster of the simulated version.
	const [fullest = first] = checked
		.flatMap(({report}) => report.files.filter((one) => one.file === file))
		.sort((one, other) => other.objects.length - one.objects.length);
	return {
		file,
		objects: fullest.objects.map((object) => joinedObject(object, checked)),
		findings: joinedFindings(
			checked.map(({minor, report}) => ({
				minor,
				findings: report.files.find((one) => one.file === file)?.findings ?? [],
			})),
			checked.length,
		),
	};
};

/**
Checks for several versions of Kubernetes. Versions that treat all documents alike are played once.

@param minors the oldest first
*/
export const checkVersions = async (request: CheckRequest, minors: readonly number[]): Promise<Report> => {
	const [only] = minors;
	if (only === undefined) {
		return check(request);
	}

	if (minors.length === 1) {
		return check(inVersion(request, only));
	}

	const startMs = performance.now();
	const played = new Map<string, Report>();
	const checked: Checked[] = [];
	for (const minor of minors) {
		const own = inVersion(request, minor);
		const alike = JSON.stringify(planOf(own).versionFindings.map(({id, reason, places}) => [id, reason, places]));
		// eslint-disable-next-line no-await-in-loop
		const report = played.get(alike) ?? (await check(own));
		played.set(alike, report);
		checked.push({minor, report});
		if (report.isInterrupted) {
			break;
		}
	}

	const first = checked[0]?.report ?? (await check(request));
	return {
		...first,
		files: first.files.map((file) => joinedFile(file, checked)),
		isInterrupted: checked.some(({report}) => report.isInterrupted),
		seconds: (performance.now() - startMs) / 1000,
		versions: checked.map(({minor}) => versionText(minor)),
	};
};
