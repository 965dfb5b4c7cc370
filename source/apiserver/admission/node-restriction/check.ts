import type {AdmissionAttributes, AdmissionContext} from '../plugin.js';

/** What a kubelet may do with objects of one resource. @throws {RequestFailure} for what it may not. */
export type NodeCheck = (node: string, attributes: AdmissionAttributes, context: AdmissionContext) => void;
