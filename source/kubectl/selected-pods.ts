import type {Routine} from '../kernel/routine.js';
import {
	isObjectOf,
	nestedField,
	nestedMapSlice,
	nestedString,
	nestedStringMap,
	nestedStringSlice,
	type ObjectOf,
	type Unstructured,
} from '../objects/unstructured.js';
import {CommandFailure} from './failure.js';
import type {Invocation} from './invocation.js';
import {resolveResource} from './selection.js';

const pairsText = (labels: Readonly<Record<string, string>> = {}): readonly string[] =>
	Object.entries(labels).map(([key, value]) => `${key}=${value}`);

const expressionText = (expression: unknown): string => {
	const key = nestedString(expression, 'key') ?? '';
	const values = nestedStringSlice(expression, 'values').join(',');
	switch (nestedString(expression, 'operator')) {
		case 'In': {
			return `${key} in (${values})`;
		}

		case 'NotIn': {
			return `${key} notin (${values})`;
		}

		case 'Exists': {
			return key;
		}

		case 'DoesNotExist': {
			return `!${key}`;
		}

		default: {
			return '';
		}
	}
};

/**
The query parameter of a list for the selector of an object: `a=b,c in (d)`.

@param selector a `LabelSelector`, or a map of labels as Services and ReplicationControllers have it.
*/
export const selectorText = (selector: unknown): string =>
	(nestedField(selector, 'matchLabels') || nestedField(selector, 'matchExpressions')
		? [
				...pairsText(nestedStringMap(selector, 'matchLabels')),
				...nestedMapSlice(selector, 'matchExpressions').map((expression) => expressionText(expression)),
			]
		: pairsText(nestedStringMap(selector))
	).join(',');

/**
The Pods that a workload or Service selects.

@param doing the planned action, in kubectl's words.
@throws {CommandFailure} for an object that does not select Pods.
@mirrors kubectl/pkg/polymorphichelpers SelectorsForObject
*/
export function* podsOf(
	invocation: Invocation,
	object: Unstructured,
	doing = 'get the logs from',
): Routine<ReadonlyArray<ObjectOf<'pods'>>> {
	if (isObjectOf(object, 'pods')) {
		return [object];
	}

	const selector = selectorText(
		nestedField(object, 'spec', 'selector') ?? nestedField(object, 'spec', 'jobTemplate', 'spec', 'selector'),
	);
	if (!selector) {
		const [version] = (object.apiVersion ?? 'v1').split('/').reverse();
		const type = `*${version}.${object.kind}`;
		throw new CommandFailure(`cannot ${doing} ${type}: selector for ${type} not implemented`);
	}

	const resource = yield* resolveResource(invocation, 'pods');
	const pods = yield* invocation.list(resource, object.metadata?.namespace, {labelSelector: selector});
	return pods.filter((pod) => isObjectOf(pod, 'pods'));
}

const readiness = ({status}: ObjectOf<'pods'>): number =>
	status?.conditions?.some(({type, status: value}) => type === 'Ready' && value === 'True') ? 0 : 1;

/** Type and name of `deployment/web`; a bare name is that of a Pod. */
export const typeAndName = (target: string): readonly [type: string, name: string] => {
	const [type = '', name = ''] = target.includes('/') ? target.split('/') : ['pods', target];
	return [type, name];
};

/** The Pod that `web` or `deployment/web` names; if there are several, the first that is ready. */
export function* podOf(invocation: Invocation, target: string): Routine<ObjectOf<'pods'>> {
	const [type, name] = typeAndName(target);
	const resource = yield* resolveResource(invocation, type);
	const object = yield* invocation.getNamed(resource, yield* invocation.namespace(), name);
	const [first] = [...(yield* podsOf(invocation, object, 'attach to'))].sort((a, b) => readiness(a) - readiness(b));
	if (!first) {
		throw new CommandFailure(`timed out waiting for the condition`);
	}

	return first;
}
