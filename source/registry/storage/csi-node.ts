import {describeKind} from '../kind.js';
import {duplicate, invalid} from '../../objects/field-error.js';
import type {CSINode} from '../../objects/kubernetes.generated.js';
import {checkImmutable, checkLabelKey, checkNonNegative, requireValue, type Errors} from '../validation/checks.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {checkDriverName} from '../validation/driver-name.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors ValidateCSINode */
export const checkCSINode = (errors: Errors, node: CSINode): void => {
	checkMetadata(errors, node.metadata, false, nameRules.subdomain);
	const names = new Set<string>();
	for (const [index, {name, nodeID, allocatable, topologyKeys}] of (node.spec.drivers ?? []).entries()) {
		const at = `spec.drivers[${index}]`;
		checkDriverName(errors, `${at}.name`, name);
		requireValue(errors, `${at}.nodeID`, nodeID);
		if (nodeID.length > 256) {
			errors.push(invalid(`${at}.nodeID`, nodeID, 'must be 256 characters or less'));
		}

		checkNonNegative(errors, `${at}.allocatable.count`, allocatable?.count);
		if (names.has(name)) {
			errors.push(duplicate(`${at}.name`, name));
		}

		names.add(name);
		for (const [position, key] of (topologyKeys ?? []).entries()) {
			requireValue(errors, at, key);
			if (topologyKeys?.indexOf(key) !== position) {
				errors.push(duplicate(at, key));
			}

			checkLabelKey(errors, at, key);
		}
	}
};

/** Checks an update: only the number of attachable volumes of a registered driver may change. @mirrors ValidateCSINodeUpdate */
export const checkCSINodeUpdate = (errors: Errors, node: CSINode, old: CSINode): void => {
	checkCSINode(errors, node);
	for (const before of old.spec.drivers ?? []) {
		for (const now of (node.spec.drivers ?? []).filter(({name}) => name === before.name)) {
			checkImmutable(errors, 'spec.drivers', {...now, allocatable: undefined}, {...before, allocatable: undefined});
		}
	}
};

/** The drivers of a node. @see https://kubernetes-csi.github.io/docs/csi-node-object.html */
export const csiNode = describeKind('storage.k8s.io/v1 CSINode', {
	validate: {create: checkCSINode, update: checkCSINodeUpdate},
	store: {returnsDeleted: true, needsVersion: true},
	table: {
		columns: [nameColumn, {name: 'Drivers', type: 'integer', cell: ({spec}) => spec.drivers?.length ?? 0}, ageColumn],
	},
});
