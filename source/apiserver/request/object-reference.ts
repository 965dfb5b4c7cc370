/** The object of a request, in the form of the audit log. */
export interface ObjectReference {
	readonly resource: string;
	readonly namespace?: string;
	readonly name?: string;
	readonly subresource?: string;
}
