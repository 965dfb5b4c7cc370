import type {Routine} from '../kernel/routine.js';
import {CommandFailure} from './failure.js';
import {resolveResource} from './selection.js';
import type {Invocation} from './invocation.js';
import type {Unstructured, Value} from './unstructured.js';

/** `a=b,c in (d)` of a selector, as the query parameter of a list. */
export const selectorText = (selector: Value): string =>
	selector?.matchLabels || selector?.matchExpressions
		? [
				...Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value as string}`),
				...(selector.matchExpressions ?? []).map(
					({key, operator, values = []}: Value) =>
						({
							In: `${key} in (${values.join(',')})`,
							NotIn: `${key} notin (${values.join(',')})`,
							Exists: key,
							DoesNotExist: `!${key}`,
						})[operator as 'In'],
				),
			].join(',')
		: Object.entries(selector ?? {})
				.map(([key, value]) => `${key}=${value as string}`)
				.join(',');

/** The Pods that a workload or Service selects. */
export function* podsOf(invocation: Invocation, object: Unstructured): Routine<readonly Unstructured[]> {
	if (object.kind === 'Pod') {
		return [object];
	}

	const selector = selectorText(object.spec?.selector ?? object.spec?.jobTemplate?.spec?.selector);
	if (!selector) {
		const [version] = (object.apiVersion ?? 'v1').split('/').reverse();
		const type = `*${version}.${object.kind}`;
		throw new CommandFailure(`cannot get the logs from ${type}: selector for ${type} not implemented`);
	}

	const pods = yield* resolveResource(invocation, 'pods');
	return yield* invocation.list(pods, object.metadata?.namespace, {labelSelector: selector});
}

const readiness = ({status}: Unstructured): number =>
	(status?.conditions ?? []).some(({type, status: value}: Value) => type === 'Ready' && value === 'True') ? 0 : 1;

/** The Pod that `web` or `deployment/web` names: of several the first that is ready. */
export function* podOf(invocation: Invocation, target: string): Routine<Unstructured> {
	const [type, name] = target.includes('/') ? target.split('/') : ['pods', target];
	const resource = yield* resolveResource(invocation, type);
	const object = yield* invocation.get(resource, yield* invocation.namespace(), name);
	const pods = [...(yield* podsOf(invocation, object))].sort((a, b) => readiness(a) - readiness(b));
	if (pods.length === 0) {
		throw new CommandFailure(`timed out waiting for the condition`);
	}

	return pods[0];
}
