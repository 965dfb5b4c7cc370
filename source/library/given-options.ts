import {checkFunction, checkList, checkNumber, checkRecord, checkText, wrong} from './given.js';

/** Checks a value that may be missing. */
const ifGiven = (value: unknown, check: (given: unknown) => void): void => {
	if (value !== undefined) {
		check(value);
	}
};

const checkController = (method: string, name: string, controller: unknown): void => {
	const given = checkRecord(method, name, 'an object {name, watches, reconcile}', controller);
	checkText(method, `${name}.name`, 'text such as "greeter"', given['name']);
	checkRecord(method, `${name}.watches`, 'an object such as {pods: true}', given['watches']);
	checkFunction(method, `${name}.reconcile`, 'a generator function', given['reconcile']);
};

/**
Checks the types of the description of a cluster; a scenario is checked where it is read.

@throws {TypeError} with the option and its correct form.
*/
export const checkOptions = (method: string, options: unknown): void => {
	const given = checkRecord(method, 'options', 'an object such as {seed: 7}', options);
	const {scenario} = given;
	if (typeof scenario !== 'string') {
		ifGiven(scenario, (value) => checkRecord(method, 'scenario', 'an object, or its text in YAML', value));
	}

	ifGiven(given['scenarioFile'], (value) => checkText(method, 'scenarioFile', 'the path of a file', value));
	ifGiven(given['from'], (value) => checkList(method, 'from', 'an array of paths', value));
	ifGiven(given['seed'], (value) => checkNumber(method, 'seed', 'a number', value));
	ifGiven(given['programs'], (value) =>
		checkRecord(method, 'programs', 'an object {image: generator function}', value),
	);
	for (const name of ['controllers', 'schedulerPlugins'] as const) {
		ifGiven(given[name], (value) => checkList(method, name, 'an array', value));
	}

	const {controllers} = given;
	if (Array.isArray(controllers)) {
		for (const [index, controller] of controllers.entries()) {
			checkController(method, `controllers[${index}]`, controller);
		}
	}
};

/** Checks the arguments of `apply`. @throws {TypeError} with the number of the argument. */
export const checkManifests = (all: readonly unknown[]): void => {
	for (const [index, manifests] of all.entries()) {
		if (typeof manifests === 'string') {
			continue;
		}

		const name = `argument ${index + 1}`;
		const given = checkRecord('apply', name, 'text in YAML or JSON, an object, or {file: "k8s/"}', manifests);
		if ('file' in given) {
			checkText('apply', `${name}.file`, 'the path of a file or folder', given['file']);
		}
	}
};

/** Checks a step of a run. @param last the last step of the run. @throws {TypeError} when the run has no such step. */
export const checkStep = (method: string, last: number, step: unknown): void => {
	if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step > last) {
		throw wrong(method, 'step', `the number of a step, from 0 to ${last}`, step);
	}
};
