import type {Pod} from '../../objects/kubernetes.generated.js';
import {bytes} from '../../objects/quantity.js';
import {containersOf} from '../container-reference.js';
import type {Finding} from '../symptom.js';

/** Whether runc reports that a process was killed before it ran the container's program. */
export const isTooLittle = (message: string): boolean => message.includes('memory limit too low');

/** A memory limit that is too low for any process, usually because its unit is thousandths. */
export const tooLittleMemory = (pod: Pod): Pick<Finding, 'field' | 'advice' | 'candidates'> => {
	const [least] = containersOf(pod)
		.flatMap(({spec, field}) => {
			const limit = spec.resources?.limits?.['memory'];
			return limit === undefined ? [] : [{limit, field: [...field, 'resources', 'limits', 'memory']}];
		})
		.toSorted((one, other) => bytes(one.limit) - bytes(other.limit));
	if (!least) {
		return {advice: []};
	}

	const {limit, field} = least;
	const values = [...(/^\d+m$/.test(limit) ? [limit.replace('m', 'Mi')] : []), '64Mi', '256Mi'];
	return {
		field,
		advice: [({pods}) => pods.tooLittleMemory(limit)],
		candidates: values.map((value) => ({field, change: {value}})),
	};
};
