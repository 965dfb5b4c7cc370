import type {LabelSelector, Pod} from '../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {nameOf, type Known} from './known.js';

/** Uid of the controller of this kind that owns an object. */
export const ownerOf = (object: KubernetesObject | undefined, kind: string): string | undefined =>
	object?.metadata.ownerReferences?.find((owner) => owner.controller && owner.kind === kind)?.uid;

export const isOwnedBy = (object: KubernetesObject, uid: string): boolean =>
	object.metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) ?? false;

/** A number, or a part of a whole. */
export const partOf = (value: number | string | undefined, whole: number, round: (number: number) => number): number =>
	typeof value === 'string' ? round((Number.parseInt(value, 10) * whole) / 100) : (value ?? 0);

/** The present state of an object and its state in the controller's cache: a decision may use either. */
export const versionsOf = <T extends KubernetesObject>(
	known: Known,
	process: string,
	resource: string,
	key: string,
	present: T | undefined,
): readonly T[] => {
	const cached = known.cached<T>(process.split('/')[0] ?? '', resource, nameOf(key));
	return [present, cached].flatMap((object) => object ?? []);
};

export const byUid = <T extends KubernetesObject>(
	objects: ReadonlyMap<string, T>,
	uid: string | undefined,
): readonly [string, T] | undefined =>
	uid === undefined ? undefined : [...objects].find(([, object]) => object.metadata.uid === uid);

/** Whether a process runs, so that its work can be compared with the expected one. */
export const isAtWork = (known: Known, name: string): boolean => {
	const process = known.kernel.processes.get(name);
	return (
		!known.isDisturbed &&
		process !== undefined &&
		process.state !== 'crashed' &&
		process.state !== 'ended' &&
		!process.pausedBy
	);
};

/** Whether a controller of the controller manager runs. */
export const runs = (known: Known, controller: string): boolean =>
	isAtWork(known, `controller-manager/${controller}`) || isAtWork(known, `controller-manager-2/${controller}`);

/** Whether a selector means these labels, read without the code of the program. */
export const selects = (
	{matchLabels = {}, matchExpressions = []}: LabelSelector,
	labels: Readonly<Record<string, string>> = {},
): boolean =>
	Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
	matchExpressions.every(({key, operator, values = []}) => {
		const value = labels[key];
		switch (operator) {
			case 'Exists':
				return value !== undefined;
			case 'DoesNotExist':
				return value === undefined;
			case 'In':
				return value !== undefined && values.includes(value);
			default:
				return value === undefined || !values.includes(value);
		}
	});

/** Pods of a namespace. */
export const podsIn = (known: Known, namespace: string, matches: (pod: Pod) => boolean): readonly Pod[] =>
	[...known.all('pods').values()].filter((pod) => pod.metadata.namespace === namespace && matches(pod));
