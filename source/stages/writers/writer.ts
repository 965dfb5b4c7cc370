import type {Stop} from '../../kernel/stop.js';
import {processWord} from './process-word.js';

/** The kinds of writers of a field; a blame shows the letter in its gutter. */
export const writerLetters = {
	you: 'Y',
	kubectl: 'U',
	default: 'D',
	admission: 'A',
	apiserver: 'P',
	scheduler: 'S',
	controller: 'C',
	kubelet: 'K',
	other: 'O',
} as const;

/** A kind of hand that writes into objects. */
type WriterKind = keyof typeof writerLetters;

/** The writer of a field. */
export interface Writer {
	readonly kind: WriterKind;
	/** The name in a legend: `defaults`, the admission plug-in's name, or the component's, such as `scheduler` or `deployment`. */
	readonly name: string;
}

const clientKind = (process: string): WriterKind => {
	switch (process.split('/', 1)[0]) {
		case 'kubectl': {
			return 'kubectl';
		}

		case 'kube-scheduler': {
			return 'scheduler';
		}

		case 'kubelet': {
			return 'kubelet';
		}

		case 'controller-manager': {
			return 'controller';
		}

		default: {
			return 'other';
		}
	}
};

/** The client of a request; without the node's name, because at most one kubelet writes an object. */
const client = ({process}: Stop): Writer => {
	const kind = clientKind(process);
	return {kind, name: kind === 'kubelet' ? kind : processWord(process)};
};

const apiserver: Writer = {kind: 'apiserver', name: 'apiserver'};

/**
The writer of a field's current form.

@param stop the stop to which the field is attributed.

@param sent whether this request contained the client's own form of the object; otherwise, the stored form counts as the client's.
*/
export const writerOf = (stop: Stop, sent: boolean): Writer => {
	const {stage} = stop;
	const plugin = /^apiserver\.admit\.mutate\.(.+)$/.exec(stage)?.[1];
	if (plugin !== undefined) {
		return {kind: 'admission', name: plugin};
	}

	if (stage === 'apiserver.default') {
		return {kind: 'default', name: 'defaults'};
	}

	return sent && (stage === 'apiserver.validate' || stage === 'etcd.txn') ? apiserver : client(stop);
};
