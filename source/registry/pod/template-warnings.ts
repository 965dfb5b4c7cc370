import type {ObjectMeta, PodTemplateSpec} from '../../objects/kubernetes.generated.js';
import {dnsLabelErrors} from '../../objects/names.js';
import {podWarnings} from './warnings.js';

export const nameWarning = ({name = ''}: Partial<ObjectMeta>, use: string): string[] => {
	const messages = dnsLabelErrors(name);
	return name === '' || messages.length === 0
		? []
		: [
				`metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
			];
};

export const templateWarnings = (path: string, template: PodTemplateSpec | undefined): string[] =>
	template?.spec ? podWarnings(`${path}.`, template.spec, template.metadata) : [];

/** Updates that do not change the spec do not repeat its warnings. */
export const hasOldSpec = (object: {readonly metadata: ObjectMeta}, old?: {readonly metadata: ObjectMeta}): boolean =>
	old !== undefined && object.metadata.generation === old.metadata.generation;

interface Workload {
	readonly metadata: ObjectMeta;
	readonly spec: {readonly template?: PodTemplateSpec};
}

/** Warnings for the kinds that are little more than a template of Pods. */
export const workloadWarnings = (object: Workload, old?: Workload): readonly string[] => [
	...(old ? [] : nameWarning(object.metadata, 'Pod names and hostnames')),
	...(hasOldSpec(object, old) ? [] : templateWarnings('spec.template', object.spec.template)),
];
