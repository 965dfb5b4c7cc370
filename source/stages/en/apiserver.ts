import type {ApiserverFacts} from '../facts/apiserver.js';
import {admissionSentences} from './apiserver/admission.js';
import {requestSentences} from './apiserver/request.js';
import {startSentences} from './apiserver/start.js';
import {storageSentences} from './apiserver/storage.js';
import {subresourceSentences} from './apiserver/subresources.js';
import {verbSentences} from './apiserver/verbs.js';
import type {Sentences} from '../language-table.js';

/** Stops in the apiserver, in English. */
export const apiserverSentences: Sentences<ApiserverFacts> = {
	...startSentences,
	...requestSentences,
	...verbSentences,
	...admissionSentences,
	...subresourceSentences,
	...storageSentences,
};
