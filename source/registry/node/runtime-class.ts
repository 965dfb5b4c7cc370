import {deprecatedLabels} from '../pod/warnings.js';
import {describeKind} from '../kind.js';
import {duplicate} from '../../objects/field-error.js';
import type {RuntimeClass} from '../../objects/kubernetes.generated.js';
import {checkDNSLabel, checkImmutable, checkLabels, sorted, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkContainerResourceName, checkResourceQuantity} from '../validation/resources.js';
import {checkTolerations} from '../pod/scheduling.js';
import {semanticEqual} from '../../kernel/equality.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/node/validation ValidateRuntimeClass */
export const checkRuntimeClass = (errors: Errors, runtimeClass: RuntimeClass, old?: RuntimeClass): void => {
	const {metadata, handler, overhead, scheduling} = runtimeClass;
	checkMetadata(errors, metadata, false, nameRules.subdomain);
	checkDNSLabel(errors, 'handler', handler);
	for (const [name, amount] of Object.entries(overhead?.podFixed ?? {})) {
		const field = `overhead.limits[${name}]`;
		checkContainerResourceName(errors, field, name);
		checkResourceQuantity(errors, field, name, amount);
	}

	if (scheduling) {
		checkLabels(errors, 'scheduling.nodeSelector', scheduling.nodeSelector);
		const tolerations = scheduling.tolerations ?? [];
		for (const [index, toleration] of tolerations.entries()) {
			if (tolerations.slice(0, index).some((other) => semanticEqual(other, toleration))) {
				errors.push(duplicate(`scheduling.tolerations[${index}]`, sorted(toleration)));
			}
		}

		checkTolerations(errors, 'scheduling.tolerations', tolerations);
	}

	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		checkImmutable(errors, 'handler', handler, old.handler);
	}
};

/** @see https://kubernetes.io/docs/concepts/containers/runtime-class/ */
export const runtimeClass = describeKind('node.k8s.io/v1 RuntimeClass', {
	validate: {create: checkRuntimeClass, update: checkRuntimeClass},
	warnings: ({scheduling}) =>
		Object.keys(scheduling?.nodeSelector ?? {})
			.filter((key) => deprecatedLabels[key])
			.map((key) => `scheduling.nodeSelector: ${deprecatedLabels[key]}`),
	store: {needsVersion: true},
	table: {
		columns: [nameColumn, {name: 'Handler', cell: ({handler}) => handler}, ageColumn],
	},
});
