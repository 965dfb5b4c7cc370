import {invalid} from '../../objects/field-error.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';

/** Checks that no number in a status is negative. Returns a function that reads them; a missing number is 0. */
export const counts = (
	errors: Errors,
	status: object | undefined,
	names: readonly string[],
): ((name: string) => number) => {
	const valueOf = (name: string): number | undefined => {
		const value: unknown = status && Reflect.get(status, name);
		return typeof value === 'number' ? value : undefined;
	};

	for (const name of names) {
		checkNonNegative(errors, `status.${name}`, valueOf(name));
	}

	return (name) => valueOf(name) ?? 0;
};

/** Numbers of Pods in a status that contradict each other. @mirrors ValidateDeploymentStatus, ValidateReplicaSetStatus */
export const checkReplicaStatus = (
	errors: Errors,
	status: object | undefined,
	names: readonly string[],
	order: readonly string[] = ['replicas', ...names, 'terminatingReplicas', 'observedGeneration'],
): void => {
	const of = counts(errors, status, order);
	for (const name of names) {
		if (of(name) > of('replicas')) {
			errors.push(invalid(`status.${name}`, of(name), 'cannot be greater than status.replicas'));
		}
	}

	if (of('availableReplicas') > of('readyReplicas')) {
		errors.push(invalid('status.availableReplicas', of('availableReplicas'), 'cannot be greater than readyReplicas'));
	}
};

/** The count of name collisions may only increase. @mirrors isDecremented */
export const checkCollisions = (errors: Errors, now: number | undefined, old: number | undefined): void => {
	if (old !== undefined && (now === undefined || now < old)) {
		errors.push(invalid('status.collisionCount', now ?? 0, 'cannot be decremented'));
	}
};
