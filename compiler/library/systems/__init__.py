"""Link libraries and write archives for systems other than Linux."""
