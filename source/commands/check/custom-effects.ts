import path from 'node:path';
import {diagnosisWords} from '../../diagnosis/words/words.js';
import {makesPods, makesPodsOf} from '../../objects/custom-pods.js';
import {matchesLabels} from '../../objects/labels.js';
import {groupVersionOf} from '../../objects/resources.js';
import {nestedString, nestedStringMap} from '../../objects/unstructured.js';
import type {Language} from '../../stages/language.js';
import type {GivenDocument} from './given-documents.js';
import type {CheckedFile, Finding} from './report.js';

/** Makers of Pods that a check simulates. */
const simulatedMakers = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController']);

/** All documents of a check, the language of its findings, and the namespace that the command gives. */
export interface Surroundings {
	readonly documents: readonly GivenDocument[];
	readonly language: Language;
	/** The namespace of documents that name none. */
	readonly namespace: string;
}

/** Whether a document is the object that a finding is about: `service/shop/web`. */
const isAbout = ({object}: Finding, {kind, namespace, name}: GivenDocument, around: Surroundings): boolean =>
	object === `${kind.toLowerCase()}/${namespace || around.namespace}/${name}`;

const isNear = (finding: Finding, {namespace}: GivenDocument, around: Surroundings): boolean =>
	(namespace || around.namespace) === (finding.object.split('/').at(-2) ?? 'default');

/** Whether another document is of the same object: only one of the two is applied. */
const isVariant = ({kind, namespace, name, file}: GivenDocument, documents: readonly GivenDocument[]): boolean =>
	documents.some((one) => one.kind === kind && one.namespace === namespace && one.name === name && one.file !== file);

/** The document that makes the Pods that a Service selects: a custom resource, a workload of another folder, or a variant of a workload. */
const otherMaker = (finding: Finding, file: string, around: Surroundings): string | undefined => {
	const {documents} = around;
	const service = documents.find((one) => isAbout(finding, one, around));
	const selector = nestedStringMap(service?.value, 'spec', 'selector');
	if (!selector) {
		return undefined;
	}

	const near = documents.filter((one) => isNear(finding, one, around));
	const custom = near.find((one) => makesPodsOf(one, selector));
	const other = near.find(
		(one) =>
			simulatedMakers.has(one.kind) &&
			(path.dirname(one.file) !== path.dirname(file) || isVariant(one, documents)) &&
			matchesLabels(selector, nestedStringMap(one.value, 'spec', 'template', 'metadata', 'labels')),
	);
	return custom
		? `the controller of ${custom.kind} ${custom.name} is assumed to make such Pods`
		: other && `${other.kind} ${other.name} in ${other.file} makes such Pods, and is judged there`;
};

/** The custom resource that an autoscaler scales, where a document has it and none defines its kind. */
const customTarget = (finding: Finding, around: Surroundings): string | undefined => {
	const {documents} = around;
	const scaler = documents.find((one) => isAbout(finding, one, around));
	const target = ['spec', 'scaleTargetRef'] as const;
	const found = documents.find(
		(one) =>
			isNear(finding, one, around) &&
			!simulatedMakers.has(one.kind) &&
			one.kind === nestedString(scaler?.value, ...target, 'kind') &&
			one.name === nestedString(scaler?.value, ...target, 'name') &&
			groupVersionOf(one.apiVersion).group ===
				groupVersionOf(nestedString(scaler?.value, ...target, 'apiVersion') ?? '').group,
	);
	return found && `${found.kind} ${found.name} is assumed to exist and to have a scale subresource`;
};

/** The custom resource whose controller makes a Service that a program looks up: operators name it after the resource. */
const makerOfService = (finding: Finding, around: Surroundings): string | undefined => {
	const {documents, language, namespace} = around;
	const {applyService} = diagnosisWords(language).cluster;
	for (const one of documents.filter((document) => isNear(finding, document, around) && makesPods(document))) {
		for (const text of finding.advice) {
			const names = text.match(/[a-z\d]([a-z\d-]*[a-z\d])?/g) ?? [];
			const service = names.find(
				(name) =>
					(name === one.name || name.startsWith(`${one.name}-`)) &&
					text === applyService(name, one.namespace || namespace),
			);
			if (service !== undefined) {
				return `the controller of ${one.kind} ${one.name} is assumed to make the Service ${service}`;
			}
		}
	}

	return undefined;
};

/** The custom resource that compensates for a finding, in words; `undefined` if none does. */
const customCause = (finding: Finding, file: string, around: Surroundings): string | undefined => {
	switch (finding.id) {
		case 'W012': {
			return otherMaker(finding, file, around);
		}

		case 'W076': {
			return customTarget(finding, around);
		}

		default: {
			return makerOfService(finding, around);
		}
	}
};

/**
A file in which a finding is not a mistake because a controller outside the simulation compensates for it.

That controller works on a custom resource; Pods may also be of a workload in another folder, whose own trouble is reported where it belongs.
*/
export const withCustomEffects = (file: CheckedFile, around: Surroundings): CheckedFile => {
	const judged = (finding: Finding): Finding => {
		const why = customCause(finding, file.file, around);
		return why === undefined
			? finding
			: {
					...finding,
					severity: 'assumed',
					reason: `${finding.reason.split(/[;；]/)[0]}; ${why}`,
					fixes: [],
					advice: [],
				};
	};

	return {
		...file,
		objects: file.objects.map((object) => ({...object, findings: object.findings.map(judged)})),
		findings: file.findings.map(judged),
	};
};
