/**
 * The values that travel between the rooms of the job: a changed row on its way from silver to
 * gold, its key, a file of gold, a commit and the progress that gold remembers.
 *
 * <p>Nothing here does I/O. The byte formats are versioned and outlive a release.
 */
package io.deltascd.model;
