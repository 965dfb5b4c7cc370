/** A reference to an image. @mirrors distribution/reference ReferenceRegexp */
export const imageReference =
	/^(?:(?:[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?)(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?)*(?::\d+)?\/)?[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*(?:\/[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z\d]*(?:[-_+.][A-Za-z][A-Za-z\d]*)*:[\da-fA-F]{32,})?$/;
