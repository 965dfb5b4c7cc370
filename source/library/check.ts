import {check as checkFiles} from '../commands/check/check.js';
import {fails, type Report} from '../commands/check/report.js';
import {checkRecord, checkText} from './given.js';
import {checkOptions} from './given-options.js';
import {chosenScenario, type ClusterOptions} from './input.js';

/** The options of `check`. If they describe the cluster, all files must fit into it together. */
export interface CheckOptions extends ClusterOptions {
	readonly namespace?: string;
	readonly serverSide?: boolean;
	/** A kind that no file defines is noted. */
	readonly ignoreMissingSchemas?: boolean;
	/** The lightest finding for which `passed` is false; `error` by default. */
	readonly failOn?: 'error' | 'warning' | 'assumed';
	/** The number of threads; one per core by default. */
	readonly jobs?: number;
}

/** The result of a check. */
export interface CheckResult extends Report {
	readonly passed: boolean;
}

/**
The verdict of `k8s-walkthrough check` on manifests, by file name.

@param files the texts by file name, in YAML or JSON
@throws {Mistakes} when the description of the cluster is wrong; errors of a manifest are findings
*/
export const check = async (
	files: Readonly<Record<string, string>>,
	options: CheckOptions = {},
): Promise<CheckResult> => {
	checkRecord('check', 'files', 'an object {file name: text}', files);
	for (const [file, text] of Object.entries(files)) {
		checkText('check', `files["${file}"]`, 'text in YAML or JSON', text);
	}

	checkOptions('check', options);
	const {namespace, serverSide, ignoreMissingSchemas, failOn = 'error', jobs} = options;
	const report = await checkFiles({
		files: Object.entries(files).map(([file, text]) => ({file, text, isFound: false})),
		scenario: chosenScenario(options).scenario,
		isTarget: (options.scenario ?? options.scenarioFile ?? options.from) !== undefined,
		how: {
			...(namespace === undefined ? {} : {namespace}),
			...(serverSide === undefined ? {} : {serverSide}),
		},
		ignoresMissingSchemas: ignoreMissingSchemas ?? false,
		language: 'en',
		...(jobs === undefined ? {} : {jobs}),
	});
	return {...report, passed: !fails(report, failOn)};
};
