import type {
	CSINode,
	PersistentVolume,
	StorageClass,
	VolumeAttributesClass,
	VolumeNodeAffinity,
} from '../../objects/kubernetes.generated.js';
import {accessModes, storageClassOf} from './claims.js';
import type {Describer} from './describer.js';
import {formatLabels, goList, longTime, truth, writeEvents, writeHead, writePhase} from './text.js';
import {writePersistentSource} from './volumes.js';
import type {DescriptionWriter} from './writer.js';

/** The requirements of a term for a node. */
const writeTerm = (
	writer: DescriptionWriter,
	level: number,
	title: string,
	requirements: ReadonlyArray<{readonly key: string; readonly operator: string; readonly values?: readonly string[]}>,
): void => {
	writer.write(level, `${title}:\t`);
	if (requirements.length === 0) {
		writer.writeLine('<none>');
	}

	for (const [index, {key, operator, values = []}] of requirements.entries()) {
		if (index > 0) {
			writer.write(level, '\t');
		}

		writer.write(0, `${key} ${operator}${values.length > 0 ? ` [${values.join(', ')}]` : ''}\n`);
	}
};

const writeAffinity = (writer: DescriptionWriter, affinity: VolumeNodeAffinity | undefined): void => {
	writer.write(0, 'Node Affinity:\t');
	if (!affinity?.required) {
		writer.writeLine('<none>');
		return;
	}

	const terms = affinity.required.nodeSelectorTerms ?? [];
	writer.writeLine('');
	writer.write(1, 'Required Terms:\t');
	writer.writeLine(terms.length === 0 ? '<none>' : '');
	for (const [index, {matchExpressions = []}] of terms.entries()) {
		writeTerm(
			writer,
			2,
			`Term ${index}`,
			matchExpressions.map((one) => ({...one, operator: one.operator.toLowerCase()})),
		);
	}
};

/** A PersistentVolume. @mirrors kubectl/pkg/describe describePersistentVolume */
export const describeVolume: Describer<PersistentVolume> = function* (writer, object, around) {
	const {metadata, spec, status = {}} = object;
	const happened = yield* around.events();
	writeHead(writer, object, false);
	writer.write(0, `Finalizers:\t${goList(metadata.finalizers)}\nStorageClass:\t${storageClassOf(object)}\n`);
	writePhase(writer, object, around.nowMs);
	writer.write(0, `Claim:\t${spec.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : ''}\n`);
	writer.write(0, `Reclaim Policy:\t${spec.persistentVolumeReclaimPolicy ?? ''}\n`);
	writer.write(0, `Access Modes:\t${accessModes(spec.accessModes)}\n`);
	if (spec.volumeMode) {
		writer.write(0, `VolumeMode:\t${spec.volumeMode}\n`);
	}

	writer.write(0, `Capacity:\t${spec.capacity?.storage ?? '0'}\n`);
	writeAffinity(writer, spec.nodeAffinity);
	writer.write(0, `Message:\t${status.message ?? ''}\nSource:\n`);
	writePersistentSource(writer, spec);
	writeEvents(writer, happened, around.nowMs);
};

const defaults = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** A StorageClass. @mirrors kubectl/pkg/describe describeStorageClass */
export const describeStorageClass: Describer<StorageClass> = function* (writer, object, around) {
	const {metadata} = object;
	const happened = yield* around.events();
	const isDefault = defaults.some((key) => metadata.annotations?.[key] === 'true');
	const options = object.mountOptions ?? [];
	writer.write(0, `Name:\t${metadata.name}\nIsDefaultClass:\t${isDefault ? 'Yes' : 'No'}\n`);
	writer.write(0, `Annotations:\t${formatLabels(metadata.annotations)}\nProvisioner:\t${object.provisioner}\n`);
	writer.write(0, `Parameters:\t${formatLabels(object.parameters)}\n`);
	writer.write(0, `AllowVolumeExpansion:\t${truth(object.allowVolumeExpansion)}\n`);
	writer.write(0, options.length === 0 ? 'MountOptions:\t<none>\n' : 'MountOptions:\n');
	for (const option of options) {
		writer.write(1, `${option}\n`);
	}

	if (object.reclaimPolicy) {
		writer.write(0, `ReclaimPolicy:\t${object.reclaimPolicy}\n`);
	}

	if (object.volumeBindingMode) {
		writer.write(0, `VolumeBindingMode:\t${object.volumeBindingMode}\n`);
	}

	if (object.allowedTopologies) {
		const terms = object.allowedTopologies;
		writer.write(0, 'AllowedTopologies:\t');
		writer.writeLine(terms.length === 0 ? '<none>' : '');
		for (const [index, {matchLabelExpressions = []}] of terms.entries()) {
			writeTerm(
				writer,
				1,
				`Term ${index}`,
				matchLabelExpressions.map((one) => ({...one, operator: 'in'})),
			);
		}
	}

	writeEvents(writer, happened, around.nowMs);
};

/** A VolumeAttributesClass. @mirrors kubectl/pkg/describe describeVolumeAttributesClass */
export const describeAttributesClass: Describer<VolumeAttributesClass> = function* (writer, object, around) {
	const {metadata, driverName, parameters} = object;
	const happened = yield* around.events();
	writer.write(0, `Name:\t${metadata.name}\nAnnotations:\t${formatLabels(metadata.annotations)}\n`);
	writer.write(0, `DriverName:\t${driverName}\nParameters:\t${formatLabels(parameters)}\n`);
	writeEvents(writer, happened, around.nowMs);
};

/** A CSINode. @mirrors kubectl/pkg/describe describeCSINode */
export const describeCSINode: Describer<CSINode> = function* (writer, object, around) {
	const happened = yield* around.events();
	writeHead(writer, object, false);
	writer.write(0, `CreationTimestamp:\t${longTime(object.metadata.creationTimestamp)}\nSpec:\n`);
	if (object.spec?.drivers) {
		writer.write(1, 'Drivers:\n');
		for (const {name, nodeID, allocatable, topologyKeys} of object.spec.drivers) {
			writer.write(2, `${name}:\n`);
			writer.write(3, `Node ID:\t${nodeID}\n`);
			if (allocatable?.count !== undefined) {
				writer.write(3, 'Allocatables:\n');
				writer.write(4, `Count:\t${allocatable.count}\n`);
			}

			if (topologyKeys) {
				writer.write(3, `Topology Keys:\t${goList(topologyKeys)}\n`);
			}
		}
	}

	writeEvents(writer, happened, around.nowMs);
};
