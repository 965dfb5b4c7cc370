import {partMetadata} from '../kept-fields.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {VolumeAttachment} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {semanticEqual} from '../../kernel/equality.js';
import {checkDriverName} from '../validation/driver-name.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors ValidateVolumeAttachmentV1 */
export const checkVolumeAttachment = (errors: Errors, attachment: VolumeAttachment, old?: VolumeAttachment): void => {
	checkMetadata(errors, attachment.metadata, false, nameRules.subdomain);
	const {attacher, source, nodeName} = attachment.spec;
	if (requireValue(errors, 'spec.attacher', attacher)) {
		checkDriverName(errors, 'spec.attacher', attacher);
	}

	const {inlineVolumeSpec, persistentVolumeName} = source;
	const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
	if (!inlineVolumeSpec && persistentVolumeName === undefined) {
		errors.push(required('spec.source', one));
	} else if (inlineVolumeSpec && persistentVolumeName !== undefined) {
		errors.push(forbidden('spec.source', one));
	} else if (persistentVolumeName !== undefined) {
		requireValue(
			errors,
			'spec.source.persistentVolumeName',
			persistentVolumeName,
			'must specify non empty persistentVolumeName',
		);
	}

	refuseEach(errors, 'spec.nodeName', nodeName, dnsSubdomainErrors(nodeName));
	if (old && !semanticEqual(old.spec, attachment.spec)) {
		errors.push(
			invalid('spec', internalForm(attachment.spec, 'storage.v1.VolumeAttachmentSpec'), 'field is immutable'),
		);
	}
};

/** A request to attach a volume to a node. */
export const volumeAttachment = describeKind('storage.k8s.io/v1 VolumeAttachment', {
	validate: {create: checkVolumeAttachment, update: checkVolumeAttachment},
	statusEndpoint: {keeps: partMetadata, resets: ['spec', 'metadata']},
	store: {returnsDeleted: true, needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Attacher', format: 'name', cell: ({spec}) => spec.attacher},
			{name: 'PV', cell: ({spec}) => spec.source.persistentVolumeName ?? ''},
			{name: 'Node', cell: ({spec}) => spec.nodeName},
			{name: 'Attached', type: 'boolean', cell: ({status}) => status?.attached ?? false},
			ageColumn,
		],
	},
});
