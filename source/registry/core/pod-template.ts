import {hasOldSpec, templateWarnings} from '../pod/template-warnings.js';
import {withPodSpec} from '../pod/change-template.js';
import {describeKind} from '../kind.js';
import type {Container, PodTemplate} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkTemplate} from '../pod/create.js';
import {labelText} from '../table/cells.js';
import {nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidatePodTemplate */
export const checkPodTemplate = (errors: Errors, podTemplate: PodTemplate, old?: PodTemplate): void => {
	if (old) {
		checkMetadataUpdate(errors, podTemplate.metadata, old.metadata);
	} else {
		checkMetadata(errors, podTemplate.metadata, true, nameRules.subdomain);
	}

	checkTemplate(errors, 'template', {...podTemplate.template, spec: podTemplate.template?.spec ?? {containers: []}});
};

const templateContainers = ({template}: PodTemplate): readonly Container[] => template?.spec?.containers ?? [];

/** A template on its own. @see https://kubernetes.io/docs/concepts/workloads/pods/#pod-templates */
export const podTemplate = describeKind('v1 PodTemplate', {
	validate: {create: checkPodTemplate, update: checkPodTemplate},
	generation: 'counts changes',
	changePodSpec(object, change) {
		object.template &&= withPodSpec(object.template, change);
	},
	warnings: (object, old) => (hasOldSpec(object, old) ? [] : templateWarnings('template', object.template)),
	store: {returnsDeleted: true, createOnUpdate: true},
	table: {
		columns: [
			nameColumn,
			{
				name: 'Containers',
				cell: (object) =>
					templateContainers(object)
						.map(({name}) => name)
						.join(','),
			},
			{
				name: 'Images',
				cell: (object) =>
					templateContainers(object)
						.map(({image}) => image)
						.join(','),
			},
			{name: 'Pod Labels', cell: ({template}) => labelText(template?.metadata?.labels)},
		],
	},
});
