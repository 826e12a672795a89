/**
 * What the rooms of the job have in common. Above all the values that travel between them: a
 * changed row on its way from silver to gold, its key, a file of gold, a commit and the progress
 * that gold remembers. Besides, the error that a user is told, the texts that are kept out of it,
 * and what tells whose state and metrics are looked at.
 *
 * <p>Nothing here reads or writes a table. The byte formats are versioned and outlive a release.
 */
package io.deltascd.model;
