/** What a user can set: the options with their types and meaning, and the pipeline file. */
package io.deltascd.config;
