import {ApiError} from '../../client/errors.js';
import {note, type Routine} from '../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {formatObject, formatOf} from '../output.js';
import {resolveResource} from '../selection.js';
import {pathOf, type Session} from '../session.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Generated} from './create.js';

export function* namespace(_: Session, name: string): Routine<Generated> {
	return {object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name}, spec: {}, status: {}}};
}

export function* serviceAccount(_: Session, name: string): Routine<Generated> {
	return {object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}}, failing: 'serviceaccount'};
}

/** @mirrors kubectl/pkg/cmd/create QuotaOpts */
export function* quota(session: Session, name: string): Routine<Generated> {
	const hard = Object.fromEntries(
		session.flags
			.text('hard')
			.split(',')
			.filter((pair) => pair !== '')
			.map((pair) => {
				const parts = pair.split('=');
				if (parts.length !== 2) {
					throw new CommandFailure(`Invalid argument syntax ${pair}, expected <resource>=<value>`);
				}

				return parts;
			}),
	);
	const scopes = session.flags.text('scopes') ? session.flags.text('scopes').split(',') : [];
	return {
		object: {
			apiVersion: 'v1',
			kind: 'ResourceQuota',
			metadata: {name},
			spec: {...(Object.keys(hard).length > 0 ? {hard} : {}), ...(scopes.length > 0 ? {scopes} : {})},
			status: {},
		},
		failing: 'quota',
	};
}

/** @mirrors kubectl/pkg/cmd/create PriorityClassOptions */
export function* priorityClass(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
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
		failing: 'priorityclass',
	};
}

const intOrString = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** @mirrors kubectl/pkg/cmd/create PodDisruptionBudgetOpts */
export function* budget(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
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

	const matchLabels = Object.fromEntries(
		flags
			.text('selector')
			.split(',')
			.map((pair) => pair.split(/==?/)),
	);
	return {
		object: {
			apiVersion: 'policy/v1',
			kind: 'PodDisruptionBudget',
			metadata: {name},
			spec: {
				...(least ? {minAvailable: intOrString(least)} : {maxUnavailable: intOrString(most)}),
				selector: {matchLabels},
			},
			status: {currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0},
		},
		failing: 'poddisruptionbudgets',
	};
}

/** `kubectl create token`: asks the server for a token of a service account. */
export function* token(session: Session): Routine<number | void> {
	const {flags, words} = session;
	if (words.length !== 1) {
		throw usageFailure(session.commandPath, `exactly one NAME is required, got ${words.length}`);
	}

	const format = formatOf(session);
	const chosen = yield* session.namespace();
	const seconds = flags.durationMs('duration') / 1000;
	const request: Unstructured = {
		apiVersion: 'authentication.k8s.io/v1',
		kind: 'TokenRequest',
		metadata: {},
		spec: {
			audiences: flags.list('audience').length > 0 ? flags.list('audience') : null,
			...(seconds > 0 ? {expirationSeconds: seconds} : {}),
		},
		status: {},
	};
	yield* note('kubectl.generate', `kubectl asks for a token of the service account ${words[0]}.`, {output: request});
	const resource = yield* resolveResource(session, 'serviceaccounts');
	try {
		const response = yield* session.request('POST', pathOf(resource, chosen, words[0], 'token'), {body: request});
		const answer = response.body as Unstructured;
		session.out(format.name === '' ? `${(answer.status as Value).token}\n` : formatObject(format, answer));
	} catch (error) {
		throw error instanceof ApiError ? new CommandFailure(`failed to create token: ${error.message}`) : error;
	}
}
