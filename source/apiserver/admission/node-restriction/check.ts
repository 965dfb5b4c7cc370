import type {AdmissionAttributes, AdmissionContext} from '../plugin.js';

/** The rights of a kubelet on objects of one resource. @throws {RequestFailure} for a missing right. */
export type NodeCheck = (node: string, attributes: AdmissionAttributes, context: AdmissionContext) => void;
