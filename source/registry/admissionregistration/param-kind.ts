import type {MutatingAdmissionPolicy, ValidatingAdmissionPolicy} from '../../objects/kubernetes.generated.js';

export const paramKind = ({spec}: ValidatingAdmissionPolicy | MutatingAdmissionPolicy): string =>
	spec?.paramKind ? `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}` : '<unset>';
