import {isRecord} from '../../kernel/record.js';
import {nestedSlice} from '../../objects/unstructured.js';
import {Mistake} from '../../scenario/mistake.js';
import {readTextFile} from '../../scenario/read-text-file.js';

const remedy = 'write a report with check -o json > FILE';

/** The fingerprints of the findings in a report of `check -o json`. @throws {Mistake} if the file is not such a report */
export const readBaseline = (file: string): ReadonlySet<string> => {
	let report: unknown;
	try {
		report = JSON.parse(readTextFile(file));
	} catch (error) {
		if (error instanceof SyntaxError) {
			throw new Mistake('this is not JSON', {file}, remedy);
		}

		throw error;
	}

	if (!isRecord(report) || report['schemaVersion'] !== 1 || !Array.isArray(report['files'])) {
		throw new Mistake('this is not a report of check', {file}, remedy);
	}

	const fingerprints = nestedSlice(report, 'files').flatMap((one) =>
		[
			...nestedSlice(one, 'findings'),
			...nestedSlice(one, 'objects').flatMap((object) => nestedSlice(object, 'findings')),
		].flatMap((finding) =>
			isRecord(finding) && typeof finding['fingerprint'] === 'string' ? [finding['fingerprint']] : [],
		),
	);
	return new Set(fingerprints);
};
