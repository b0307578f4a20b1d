"""Report what is wrong with a model, and find or propose the shapes of its inputs."""
