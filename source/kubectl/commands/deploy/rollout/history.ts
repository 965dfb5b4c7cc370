import type {Routine} from '../../../../kernel/routine.js';
import {groupVersionOf} from '../../../../objects/resources.js';
import {withValue, type Unstructured} from '../../../../objects/unstructured.js';
import {podTemplateText} from '../../../describe/pods.js';
import {CommandFailure} from '../../../failure.js';
import type {Invocation} from '../../../invocation.js';
import {formatOf, inOneStream, objectName, printResult, type Format} from '../../../printing/output.js';
import {alignTabs} from '../../../../go/tab-writer.js';
import type {Item} from '../../../selection.js';
import {causeAnnotation, revisionsOf, type Revision} from './revisions.js';
import {isRolling, notRolling, rolloutItems} from './workloads.js';

/** `kubectl rollout history`. */
export function* history(invocation: Invocation): Routine<number | void> {
	const format = inOneStream({...formatOf(invocation), typed: true});
	const wanted = invocation.flags.number('revision');
	if (wanted < 0) {
		throw new CommandFailure(`revision must be a positive integer: ${wanted}`);
	}

	for (const item of yield* rolloutItems(invocation)) {
		if (!isRolling(item.object)) {
			throw notRolling(item, 'history', 'history viewer');
		}

		const revisions = yield* revisionsOf(invocation, item, item.object);
		if (wanted > 0) {
			const revision = revisions.find(({number}) => number === wanted);
			if (!revision) {
				throw new CommandFailure(`unable to find the specified revision`);
			}

			printOne(invocation, format, item, revision);
		} else if (format.name === '') {
			const rows = revisions.map(({number, cause}) => `${number}\t${cause}\n`);
			invocation.out(`${objectName(item.resource, item.name)} \n`);
			invocation.out(`${alignTabs(['REVISION\tCHANGE-CAUSE\n', ...rows].join(''))}\n`);
		} else {
			for (const {whole} of revisions) {
				printWhole(invocation, format, whole);
			}
		}
	}
}

const printOne = (invocation: Invocation, format: Format, {resource, name}: Item, revision: Revision): void => {
	if (format.name !== '') {
		printWhole(invocation, format, revision.whole);
		return;
	}

	const template =
		revision.cause === '<none>'
			? revision.template
			: withValue(revision.template, ['metadata', 'annotations', causeAnnotation], revision.cause);
	invocation.out(`${objectName(resource, name)} with revision #${revision.number}\n${podTemplateText(template)}\n`);
};

const printWhole = (invocation: Invocation, format: Format, whole: Unstructured): void => {
	const {group} = groupVersionOf(whole.apiVersion ?? '');
	printResult(invocation, format, {group, kind: whole.kind ?? ''}, whole, '');
};
