import type {AdmissionFacts} from './apiserver/admission.js';
import type {RequestFacts} from './apiserver/request.js';
import type {StartFacts} from './apiserver/start.js';
import type {StorageFacts} from './apiserver/storage.js';
import type {SubresourceFacts} from './apiserver/subresources.js';
import type {VerbFacts} from './apiserver/verbs.js';

/** Facts of the stops in the apiserver. */
export interface ApiserverFacts
	extends StartFacts, RequestFacts, VerbFacts, AdmissionFacts, SubresourceFacts, StorageFacts {}
