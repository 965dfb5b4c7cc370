import {partMetadata} from '../kept-fields.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, required, tooLong} from '../../objects/field-error.js';
import type {VolumeAttachment} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkRange, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {semanticEqual} from '../../kernel/equality.js';
import {checkInlineVolume} from './inline-volume.js';
import {checkDriverName} from '../validation/driver-name.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const mostMetadata = 256 * 1024;

const mostOfMessage = 1024;

const checkStatus = (errors: Errors, status: VolumeAttachment['status']): void => {
	const size = Object.entries(status?.attachmentMetadata ?? {}).reduce(
		(sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
		0,
	);
	if (size > mostMetadata) {
		errors.push(tooLong('status.attachmentMetadata', '', mostMetadata));
	}

	for (const name of ['attachError', 'detachError'] as const) {
		const {message = '', errorCode} = status?.[name] ?? {};
		if (Buffer.byteLength(message) > mostOfMessage) {
			// Upstream names the limit of the metadata here.
			errors.push(tooLong(`status.${name}.message`, '', mostMetadata));
		}

		if (errorCode !== undefined) {
			checkRange(errors, `status.${name}.errorCode`, errorCode, 0, 2 ** 31 - 1);
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/storage/validation ValidateVolumeAttachment */
const checkAttachment = (errors: Errors, {metadata, spec, status}: VolumeAttachment): void => {
	checkMetadata(errors, metadata, false, nameRules.subdomain);
	requireValue(errors, 'spec.attacher', spec.attacher);
	const {inlineVolumeSpec, persistentVolumeName} = spec.source;
	const one = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
	if (inlineVolumeSpec && persistentVolumeName !== undefined) {
		errors.push(forbidden('spec.source', one));
	} else if (inlineVolumeSpec) {
		checkInlineVolume(errors, 'spec.source.inlineVolumeSpec', inlineVolumeSpec);
	} else if (persistentVolumeName === undefined) {
		errors.push(required('spec.source', one));
	} else {
		const detail = 'must specify non empty persistentVolumeName';
		requireValue(errors, 'spec.source.persistentVolumeName', persistentVolumeName, detail);
	}

	refuseEach(errors, 'spec.nodeName', spec.nodeName, dnsSubdomainErrors(spec.nodeName));
	checkStatus(errors, status);
};

/** @mirrors ValidateVolumeAttachmentV1 */
export const checkVolumeAttachment = (errors: Errors, attachment: VolumeAttachment): void => {
	checkAttachment(errors, attachment);
	const {attacher, source} = attachment.spec;
	checkDriverName(errors, 'spec.attacher', attacher);
	const name = source.persistentVolumeName;
	if (name !== undefined) {
		refuseEach(errors, 'spec.source.persistentVolumeName', name, dnsSubdomainErrors(name));
	}
};

/** @mirrors ValidateVolumeAttachmentUpdate */
export const checkVolumeAttachmentUpdate = (
	errors: Errors,
	attachment: VolumeAttachment,
	old: VolumeAttachment,
): void => {
	// The strategy has checked all of it; the update checks it again.
	checkAttachment(errors, attachment);
	checkAttachment(errors, attachment);
	if (!semanticEqual(old.spec, attachment.spec)) {
		const shown = internalForm(attachment.spec, 'storage.v1.VolumeAttachmentSpec');
		errors.push(invalid('spec', shown, 'field is immutable'));
	}
};

/** A request to attach a volume to a node. */
export const volumeAttachment = describeKind('storage.k8s.io/v1 VolumeAttachment', {
	validate: {create: checkVolumeAttachment, update: checkVolumeAttachmentUpdate},
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
