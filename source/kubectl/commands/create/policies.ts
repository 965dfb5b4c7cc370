import {ApiError} from '../../../client/errors.js';
import {note, type Routine} from '../../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {formatOf, printObject} from '../../printing/output.js';
import {resolveResource} from '../../selection.js';
import {pathOf, type Invocation} from '../../invocation.js';
import {canonicalQuantity} from '../../../objects/quantity.js';
import {parseLabelSelector, type Requirement} from '../../../objects/labels.js';
import type {Unstructured, Value} from '../../unstructured.js';
import type {Generated} from './create.js';

export function* namespace(_: Invocation, name: string): Routine<Generated> {
	return {object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name}, spec: {}, status: {}}};
}

export function* serviceAccount(_: Invocation, name: string): Routine<Generated> {
	return {object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}}, failing: 'serviceaccount:'};
}

/**
Amounts by resource, as flags have them: `cpu=1,memory=1Gi`.

@throws {CommandFailure}
@mirrors kubectl/pkg/generate/versioned populateResourceListV1
*/
export const amountsOf = (text: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		text
			.split(',')
			.filter((pair) => pair !== '')
			.map((pair) => {
				const parts = pair.split('=');
				if (parts.length !== 2) {
					throw new CommandFailure(`Invalid argument syntax ${pair}, expected <resource>=<value>`);
				}

				try {
					return [parts[0], canonicalQuantity(parts[1])];
				} catch (error) {
					throw new CommandFailure((error as Error).message);
				}
			}),
	);

/** @mirrors kubectl/pkg/cmd/create QuotaOpts */
export function* quota(invocation: Invocation, name: string): Routine<Generated> {
	const hard = amountsOf(invocation.flags.text('hard'));
	const scopes = invocation.flags.text('scopes') ? invocation.flags.text('scopes').split(',') : [];
	return {
		object: {
			apiVersion: 'v1',
			kind: 'ResourceQuota',
			metadata: {name},
			spec: {...(Object.keys(hard).length > 0 ? {hard} : {}), ...(scopes.length > 0 ? {scopes} : {})},
			status: {},
		},
		failing: 'quota:',
	};
}

/** @mirrors kubectl/pkg/cmd/create PriorityClassOptions */
export function* priorityClass(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const globalDefault = flags.on('global-default');
	return {
		object: {
			apiVersion: 'scheduling.k8s.io/v1',
			kind: 'PriorityClass',
			metadata: {name},
			value: flags.number('value'),
			...(globalDefault ? {globalDefault} : {}),
			...(flags.text('description') ? {description: flags.text('description')} : {}),
			preemptionPolicy: flags.text('preemption-policy') || 'PreemptLowerPriority',
		},
		failing: 'priorityclass:',
	};
}

/**
A selector as text, as it stands in an object.

@throws {CommandFailure} for what is no selector.
@mirrors apimachinery/pkg/apis/meta/v1 ParseToLabelSelector
*/
export const labelSelectorOf = (text: string): Value => {
	let requirements: readonly Requirement[];
	try {
		requirements = parseLabelSelector(text);
	} catch (error) {
		throw new CommandFailure(`couldn't parse the selector string ${JSON.stringify(text)}: ${(error as Error).message}`);
	}

	const equal = requirements.filter(({operator}) => operator === '=' || operator === '==');
	const operators: Readonly<Record<string, string>> = {in: 'In', notin: 'NotIn', exists: 'Exists', '!': 'DoesNotExist'};
	const others = requirements
		.filter((one) => !equal.includes(one))
		.map(({key, operator, values}) => {
			if (!(operator in operators)) {
				throw new CommandFailure(`${JSON.stringify(operator)} is not a valid label selector operator`);
			}

			return {key, operator: operators[operator], ...(values.length > 0 ? {values: [...values]} : {})};
		});
	return {
		...(equal.length > 0 ? {matchLabels: Object.fromEntries(equal.map(({key, values}) => [key, values[0]]))} : {}),
		...(others.length > 0 ? {matchExpressions: others} : {}),
	};
};

const intOrString = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** @mirrors kubectl/pkg/cmd/create PodDisruptionBudgetOpts */
export function* budget(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const [least, most] = [flags.text('min-available'), flags.text('max-unavailable')];
	if (!flags.text('selector')) {
		throw new CommandFailure('a selector must be specified');
	}

	if (!least && !most) {
		throw new CommandFailure('one of min-available or max-unavailable must be specified');
	}

	if (least && most) {
		throw new CommandFailure('min-available and max-unavailable cannot be both specified');
	}

	for (const flag of ['min-available', 'max-unavailable']) {
		if (flags.text(flag) && !/^\d+%?$/.test(flags.text(flag))) {
			throw new CommandFailure(`invalid format specified for ${flag}`);
		}
	}

	return {
		object: {
			apiVersion: 'policy/v1',
			kind: 'PodDisruptionBudget',
			metadata: {name},
			spec: {
				...(least ? {minAvailable: intOrString(least)} : {maxUnavailable: intOrString(most)}),
				selector: labelSelectorOf(flags.text('selector')),
			},
			status: {currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0},
		},
		failing: 'poddisruptionbudgets:',
	};
}

const bindable = ['Node', 'Pod', 'Secret'];

/** What is wrong with the flags for a token. @mirrors kubectl/pkg/cmd/create TokenOptions.Validate */
const tokenProblem = ({flags}: Invocation): string | undefined => {
	const kind = flags.text('bound-object-kind');
	if (flags.durationMs('duration') < 0) {
		return '--duration must be greater than or equal to 0';
	}

	if (flags.durationMs('duration') % 1000 !== 0) {
		return '--duration cannot be expressed in units less than seconds';
	}

	if (kind === '') {
		const orphan = ['bound-object-name', 'bound-object-uid'].find((flag) => flags.text(flag));
		return orphan && `--${orphan} can only be set if --bound-object-kind is provided`;
	}

	if (!bindable.includes(kind)) {
		return `supported --bound-object-kind values are ${bindable.join(', ')}`;
	}

	return flags.text('bound-object-name')
		? undefined
		: '--bound-object-name is required if --bound-object-kind is provided';
};

/** `kubectl create token`: asks the server for a token of a service account. */
export function* token(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	if (words.length !== 1) {
		throw usageFailure(invocation.commandPath, `exactly one NAME is required, got ${words.length}`);
	}

	const format = {...formatOf(invocation), typed: true};
	const kind = flags.text('bound-object-kind');
	const boundName = flags.text('bound-object-name');
	const problem = tokenProblem(invocation);
	if (problem) {
		throw new CommandFailure(problem);
	}

	const chosen = yield* invocation.namespace();
	const seconds = flags.durationMs('duration') / 1000;
	const request: Unstructured = {
		apiVersion: 'authentication.k8s.io/v1',
		kind: 'TokenRequest',
		metadata: {},
		spec: {
			audiences: flags.list('audience').length > 0 ? flags.list('audience') : null,
			...(seconds > 0 ? {expirationSeconds: seconds} : {}),
			...(kind
				? {
						boundObjectRef: {
							apiVersion: 'v1',
							kind,
							name: boundName,
							...(flags.text('bound-object-uid') ? {uid: flags.text('bound-object-uid')} : {}),
						},
					}
				: {}),
		},
		status: {},
	};
	yield* note('kubectl.generate', `kubectl asks for a token of the service account ${words[0]}.`, {output: request});
	const resource = yield* resolveResource(invocation, 'serviceaccounts');
	try {
		const response = yield* invocation.request('POST', pathOf(resource, chosen, words[0], 'token'), {body: request});
		const answer = response.body as Unstructured;
		if (format.name === '') {
			invocation.out(`${(answer.status as Value).token}\n`);
		} else {
			printObject((text) => invocation.out(text), format, answer);
		}
	} catch (error) {
		throw error instanceof ApiError ? new CommandFailure(`failed to create token: ${error.message}`) : error;
	}
}
