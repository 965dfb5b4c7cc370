import {equal} from '../../../kernel/equality.js';
import {isForbiddenToKubelet} from '../../../objects/node-labels.js';
import {objectOf, oldObjectOf, refuse} from '../plugin.js';
import type {NodeCheck} from './check.js';

/** A kubelet may write only its own Node, without taints and labels that decide where Pods land. */
export const checkNodes: NodeCheck = (node, attributes) => {
	const {operation, name} = attributes;
	const object = attributes.object && objectOf(attributes, 'v1 Node');
	const old = attributes.oldObject && oldObjectOf(attributes, 'v1 Node');
	const requested = name === '' ? (object?.metadata.name ?? '') : name;
	if (requested !== node) {
		throw refuse(attributes, `node "${node}" is not allowed to modify node "${requested}"`);
	}

	if (operation === 'CREATE') {
		if (object?.spec?.configSource) {
			throw refuse(attributes, `node "${node}" is not allowed to create pods with a non-nil configSource`);
		}

		const keys = Object.keys(object?.metadata.labels ?? {}).filter((key) => isForbiddenToKubelet(key));
		if (keys.length > 0) {
			throw refuse(attributes, `node "${node}" is not allowed to set the following labels: ${keys.sort().join(', ')}`);
		}

		return;
	}

	if (operation === 'UPDATE' && object && old) {
		if (object.spec?.configSource && !equal(object.spec.configSource, old.spec?.configSource)) {
			throw refuse(attributes, `node "${node}" is not allowed to update configSource to a new non-nil configSource`);
		}

		if (!equal(object.spec?.taints ?? [], old.spec?.taints ?? [])) {
			throw refuse(attributes, `node "${node}" is not allowed to modify taints`);
		}

		const [before, after] = [old.metadata.labels ?? {}, object.metadata.labels ?? {}];
		const keys =
			before === after
				? []
				: [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
						(key) => before[key] !== after[key] && isForbiddenToKubelet(key),
					);
		if (keys.length > 0) {
			throw refuse(attributes, `is not allowed to modify labels: ${keys.sort().join(', ')}`);
		}
	}
};
